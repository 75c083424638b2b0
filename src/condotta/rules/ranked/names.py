"""The words that positions, marks, traits and counters of ranked battles use: one place for each.

All counters are whole numbers and public: a regiment's profile lies beside its piece.
"""

from __future__ import annotations

INCH = 10_000  # quanta in one inch
QUANTA_A_MM = INCH / 25.4

# counters of a piece: its profile [FB-2.1]
M, WS, BS, S, T, W, INI, A, LD = "M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"
PROFILE = (M, WS, BS, S, T, W, INI, A, LD)
MODELS = "models"  # rank and file left; 1 for a character or a monster
MUSTERED = "mustered"  # models at the start of the battle [FB-4.11]
FILES = "files"
WOUNDS = "wounds"  # lost by the wounded model, or by the single model [FB-6.12]
POINTS = "points"  # everything bought for it [FB-14.2]
BASE_WIDTH = "base width mm"
BASE_DEPTH = "base depth mm"
SAVE = "save"  # the best armour save from equipment, 1 to 7; 7 or 0 is none [FB-6.9]
WARD = "ward"  # 0 is none [FB-6.10]
WIZARD_LEVEL = "wizard"  # [FB-5.1]
AT_PHASE_START = "models at phase start"  # [FB-8.1]

# counters of seats and of the table
TABLE = "table"
GAME_TURN = "game turn"  # a round of all seats [FB-14.5]
FIRST_DONE = "finished deploying first"  # held by a seat: 1 [FB-14.1]
FIRST_TURN = "first turn"  # held by a seat: 1 for the one that begins
POWER = "power dice"
DISPEL = "dispel dice"
VP = "victory points"
DONE = "done"  # held by a seat: the turn in which it said that it moves no more

# traits that are no equipment
CHARACTER = "character"
GENERAL = "general"
BATTLE_STANDARD = "battle-standard"
WIZARD = "wizard"

# troop types [FB-10.1]
INFANTRY = "infantry"
CAVALRY = "cavalry"
SWARM = "swarm"
WAR_BEASTS = "war-beasts"
MONSTER = "monster"
CHARIOT = "chariot"
WAR_MACHINE = "war-machine"

# lasting marks
CHAMPION = "champion"
STANDARD = "standard"
MUSICIAN = "musician"
FLEEING = "fleeing"
FLED_FROM = "fled from:"  # and the seat that made it flee
LOST = "lost "  # and a trait that the regiment no longer has, such as "lost frenzy"

# marks until TURN
MOVED = "moved"  # moved at all this turn, for any reason [FB-6.5]
DID_MOVE = "made its move"  # made its remaining move, or any other that takes its place [FB-4.14]
MARCHED = "marched"
REFORMED = "reformed"
RALLIED = "rallied"
CHARGED = "charged"
FAILED_CHARGE = "failed charge"
ARRIVED = "arrived"
FLED = "fled"  # started to flee this turn
SHOT = "shot"
STOOD_AND_SHOT = "stood and shot"
STUPID = "stupid"
AGAIN = "test again"  # a test that failed is taken once more
NO_MARCH = "may not march"  # failed the test of FB-4.16

# marks until PHASE: they go when any phase of a turn ends
TESTED_PANIC = "tested panic"
FOUGHT = "fought"
FIGHTING = "in a round"  # from the choice of its combat until the result is counted [FB-8.2]

# pursued off the table, to come back as reinforcements [FB-7.25]; the place is "reserve"
PURSUED_OFF = "pursued off"
BACK_X = "back x"
BACK_Y = "back y"

# units in ambush: a trait, and the mark of those that may come on this turn [FB-9.7]
HIDDEN, COMES = "ambushers", "comes on"

# phases before the battle and of a turn, in order; moments at which marks expire
TERRAIN = "terrain"
DEPLOYMENT = "deployment"
READY = "ready"
START = "start"
MOVEMENT = "movement"
MAGIC = "magic"
SHOOTING = "shooting"
CLOSE = "close combat"
END = "end"
PHASES = (START, MOVEMENT, MAGIC, SHOOTING, CLOSE, END)
TURN = "turn"
PHASE = "phase"

# steps of a phase: what the modules give at seams.STEP
CHARGES = "charges"
COMPULSORY = "compulsory moves"
REMAINING = "remaining moves"
STEPS = {
    START: (START,),
    MOVEMENT: (CHARGES, COMPULSORY, REMAINING),
    MAGIC: (MAGIC,),
    SHOOTING: (SHOOTING,),
    CLOSE: (CLOSE,),
    END: (END,),
}
