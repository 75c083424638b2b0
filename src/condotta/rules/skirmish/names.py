"""The words that positions, marks, traits and counters of skirmish battles use: one place for each.

Three kinds of pieces make an army. A *datasheet* says what its units are. A *unit* is a piece
without a pose that carries what holds for the whole unit. A *model* stands on the table; its
`command` is the id of its unit.
"""

from __future__ import annotations

INCH = 10_000  # quanta in one inch
TOLERANCE = 10  # 0.001 inches, in favour of "within" [SK-13]
QUANTA_A_MM = INCH / 25.4

# types of the pieces that are no models
SHEET = "datasheet"
OWN = "own:"  # begins the ids of sheets that a player brought, which are their names [SK-124]
UNIT = "unit"
OBJECTIVE = "objective"

# counters of a model
WOUNDS = "wounds"  # lost so far [SK-22]
LEVEL = "level"  # how high it stands, in quanta [SK-13]
DYING = "dying"  # which of those whose death has consequences it was to die, from 1 [SK-70]

# counters of a unit
MUSTERED = "mustered"  # models at the start of the battle
SLAIN = "slain"  # models slain in the present turn [SK-112]
POWER = "power"  # its Power Rating [SK-122]
TRIED = "powers tried"  # in this phase [SK-46]
DENIED = "powers denied"  # attempts in this phase [SK-49]

# counters of seats and of the table
TABLE = "table"
DROPS = "drops"  # units that a seat has set out [SK-15]
ROUND = "battle round"
UNSETTLED = "dice are not settled"  # 1 while somebody may roll a die again [SK-131]
FIRST_SEAT = "first turn"  # held by the seat that begins every battle round: 1 [SK-27]
HAD_TURN = "had a turn"  # held by a seat: the battle round in which it last began a turn
CP = "command points"
VP = "victory points"
DONE = "done"  # held by a seat: 1 once it has said that it sets out or fights no more
ORDER = "order "  # and a purpose; held by a seat: its place in an order that was chosen
PICKED = "picked "  # and a purpose; held by the one seat that may act of several that wished to
USED = "used "  # and a stratagem; held by a seat: 1 while it may not be used again [SK-130]

# purposes: in which order seats act, or which of them may
OVERWATCH = "overwatch"
INTERVENTIONS = "interventions"
FIGHTS = "fights"
MORALE_TESTS = "morale"
DENIAL = "denial"
COUNTER = "counter-offensive"

# keywords that rules speak of [SK-25]
CHARACTER = "CHARACTER"
INFANTRY = "INFANTRY"
BIKER = "BIKER"
FLY = "FLY"
TRANSPORT = "TRANSPORT"

# marks of a unit until TURN
ADVANCED = "advanced"
FELL_BACK = "fell back"
MADE_MOVE = "made its move"  # was picked in its Movement phase [SK-30]
ARRIVED = "arrived"  # from reserve, or out of a transport [SK-42, SK-44]
DISEMBARKED = "disembarked"
CHARGED = "charged"  # made a charge move [SK-96]
TRIED_CHARGE = "tried to charge"  # declared one [SK-88]
DECLARED = "declared "  # and a unit: a target of its charge [SK-107]
TESTED = "tested"  # took its Morale test [SK-112]

# marks of a unit until PHASE
SHOT = "shot"
FOUGHT = "fought"
ENGAGED = "engaged"  # began the phase within 1 inch of an enemy [SK-37, SK-88]
KNOWN_TRIED = "tried "  # and a power [SK-47]

# lasting marks of a unit
ABOARD = "aboard "  # and the unit that carries it [SK-41]
SMOKE = "smoke"
SMOKED = "smoke used"
WARDED = "warded "  # and an invulnerable save, by a power

# marks of a model
BURNS = "burns"  # until PHASE: its own weapon slays it once the unit's shots are resolved
SLAIN_BY = "slain by "  # and a seat, or nobody: it lies dying [SK-69]

# mark of a model until TURN
MOVED = "moved"  # it moved in this turn's Movement phase [SK-34]

# phases before the battle and of a turn, in order; moments at which marks expire
TERRAIN = "terrain"
DEPLOYMENT = "deployment"
READY = "ready"
MOVEMENT = "movement"
PSYCHIC = "psychic"
SHOOTING = "shooting"
CHARGE = "charge"
FIGHT = "fight"
MORALE = "morale"
PHASES = (MOVEMENT, PSYCHIC, SHOOTING, CHARGE, FIGHT, MORALE)
TURN = "turn"
PHASE = "phase"

ENGAGEMENT = INCH  # how near an enemy is fought [SK-33, SK-101]
ACROSS = 2 * INCH  # how near across an obstacle [SK-118]
COHERENCY = 2 * INCH  # sideways [SK-16]
COHERENCY_UP = 6 * INCH
