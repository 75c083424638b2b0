"""What a spell is worth in ranked battles, and with how many dice it is cast."""

from __future__ import annotations

from condotta.bots.odds_of_ranks import share
from condotta.bots.preferring import best_first
from condotta.bots.sight_of_ranks import Eye
from condotta.kernel.asks import Action, Ask, Choose
from condotta.rules.ranked import names
from condotta.rules.ranked.magic.casting import END, Cast, castable
from condotta.rules.ranked.magic.casting_odds import hope
from condotta.rules.ranked.magic.lore import Spell, lore
from condotta.rules.ranked.magic.winds import MOST_DICE, power_of
from condotta.rules.ranked.reading.charts import save_score, wound_score
from condotta.rules.ranked.reading.regiment import Regiment

MEAN = 3.5
LANDS, STRAYS, WIDE = 1 / 3, 0.25, 9  # of a template: where it scatters, and how many it covers
MISCAST = 0.25  # of the worth of who stands about the wizard
DIE = 0.4  # points that a power die is worth to whatever is cast next
ENGAGED, THREATENED = 0.10, 0.05  # of its worth, what a spell on a regiment in a fight is worth
BLOWN = 2.0  # points that another small move is worth
SPARED = 0.5  # of the dispelling that all dice would bring: they are thrown at one spell alone
WILD = "vortex"
LEAST_CAST = 0.3


def casting(eye: Eye, ask: Ask) -> Action:
    """The casting that brings most for its dice; a storm that may come back is left alone."""
    here = eye.here
    pool = min(MOST_DICE, here.position.count(power_of(here.position), names.POWER))
    aims: dict[tuple[str, str, bool], list[tuple[float, float, Cast]]] = {}
    for one in castable(here, ask.seat):
        foe = here.find(one.target)
        if foe is None:
            continue
        value = promise(eye, lore()[one.spell], foe, boosted=one.boosted)
        if value > 0:
            far = here.gap(here.regiment(one.wizard), foe)
            key = (one.wizard, one.spell, one.boosted)
            aims.setdefault(key, []).append((value, far, one))
    best: tuple[float, Action] = (0.0, Choose(END))
    for found in aims.values():
        value, one = best_first((value, far, (value, one)) for value, far, one in found)[0]
        for number in range(1, pool + 1):
            odds = hope(here, one.wizard, one.spell, number, boosted=one.boosted)
            if odds.cast < LEAST_CAST:
                continue
            harm = MISCAST * eye.worth_of(here.regiment(one.wizard)) * odds.irresistible
            gain = value * (odds.cast - SPARED * odds.dispelled) - harm - DIE * number
            if gain / number > best[0]:
                said = Cast(one.wizard, one.spell, one.target, number, one.boosted)
                best = gain / number, said
    return best[1]


def promise(eye: Eye, spell: Spell, at: Regiment, *, boosted: bool) -> float:
    """The points that a spell may be expected to bring if it takes effect."""
    match spell.kind:
        case "missile":
            hits = MEAN * (spell.more_dice if boosted else spell.dice)
            return eye.harm(at, hits * hurts(spell, at))
        case "damage":
            covered = min(WIDE, at.models)
            hits = covered * (LANDS + (1 - LANDS) * STRAYS)
            return eye.harm(at, hits * hurts(spell, at))
        case "hex" | "augment" if spell.inches:
            return BLOWN
        case "hex":
            return eye.worth_of(at) * in_need(eye, at)
        case "augment":
            return eye.worth_of(at) * in_need(eye, at)
    return 0.0


def in_need(eye: Eye, at: Regiment) -> float:
    """How much a spell that lies on a regiment matters: most in a fight."""
    if at.fleeing:
        return 0.0
    if eye.here.engaged(at):
        return ENGAGED
    near = eye.nearest_to(at) / names.INCH
    return THREATENED * max(0.0, 1 - near / 24)


def hurts(spell: Spell, at: Regiment) -> float:
    """How likely a hit of a spell wounds and is not saved."""
    saved = share(save_score(at.value(names.SAVE), spell.strength))
    return share(wound_score(spell.strength, max(1, at.value(names.T)))) * (1 - saved)


def spare(ask: Ask) -> Choose:
    """The wild one of the spells drawn goes for the one that anybody may have."""
    wild = [one for one in ask.options if one in lore() and lore()[one].kind == WILD]
    weak = [one for one in ask.options if one in lore() and lore()[one].inches]
    return Choose((wild or weak or [ask.options[0]])[0])
