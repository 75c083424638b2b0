"""What may be asked of combats and shots of TRIUMPH!: modifiers, odds, who may and who must."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from condotta.errors import PlainError
from condotta.kernel.battle import Battle
from condotta.kernel.events import Ruled
from condotta.kernel.rulings import Sketch
from condotta.positions import answers
from condotta.positions.games import Form
from condotta.positions.records import Part
from condotta.positions.triumph_actions import MU
from condotta.rules.triumph.combat.engaging import engaged
from condotta.rules.triumph.combat.foretelling import Meaning
from condotta.rules.triumph.combat.odds import DEGREES, Odds, odds_between
from condotta.rules.triumph.combat.pairing import pairs
from condotta.rules.triumph.looking.sights import sight
from condotta.rules.triumph.shooting.gunnery import arc_of, refusals, shots, why_not_shoot
from condotta.rules.triumph.stands.field import Field, Stand, field
from condotta.words import say


class CombatAsked(Part, frozen=True, kw_only=True):
    """A combat, the attacker or shooter first; whether it is fought or shot."""

    between: tuple[str, str]
    kind: Literal["close", "ranged"] = "close"


def combat(battle: Battle, asked: CombatAsked) -> dict[str, Any]:
    """The edges fought to, every modifier of both, the exact odds and what they mean.

    As the dice would be rolled: what happens to a stand as they are taken up is under `happens`.
    """
    here = here_of(battle)
    attacker, defender = opposed(here, *asked.between)
    if asked.kind == "ranged":
        for why in refusals(here, attacker, defender):
            if why.clause in NEVER:
                raise PlainError(f"{say(why.key, why.params)} [{why.clause}]")
    events, one, two = engaged(here, *asked.between, asked.kind)
    odds = odds_between(one, two)
    scores = {tally.who: answers.tally(tally) for tally in odds.scores}
    return {
        "edges": {one.stand.id: one.edge, two.stand.id: two.edge},
        "happens": [answers.ruling(event) for event in events if isinstance(event, Ruled)],
        "difficult": {one.stand.id: one.difficult, two.stand.id: two.difficult},
        "modifiers": {who: tally["modifiers"] for who, tally in scores.items()},
        "totals": {who: tally["total"] for who, tally in scores.items()},
        "parts": {who: tally["parts"] for who, tally in scores.items()},
        **told(odds),
        **({} if asked.kind == "ranged" or touching(here, *asked.between) else NOT_TOUCHING),
    }


NEVER = ("TC-6.2", "TC-6.5")
"""Of a shot at a camp, and by troops that do not shoot, nothing can come wherever they stand."""

NOT_TOUCHING = {"assumed": "they are not in contact: front to front is assumed"}


def opposed(here: Field, one: str, other: str) -> tuple[Stand, Stand]:
    """Two stands that may fight; two of a side are a PlainError."""
    if here.position.side(here.stand(one).seat) == here.position.side(here.stand(other).seat):
        raise PlainError(f"{one} and {other} are on one side: name an enemy.")
    return here.stand(one), here.stand(other)


def touching(here: Field, one: str, other: str) -> bool:
    """Whether the front of one of two stands lies on the other."""
    return any({touch.by.id, touch.on.id} == {one, other} for touch in here.touches)


def told(odds: Odds) -> dict[str, Any]:
    """The chances out of 36, worst to best for the first, and what each would mean."""
    return {
        "odds": {degree: odds.of(degree) for degree in DEGREES},
        "meanings": {degree: plain(meaning) for degree, meaning in odds.meanings.items()},
    }


def plain(meaning: Meaning) -> dict[str, Any]:
    """What a result would mean: the outcome and its clause, who is lost, whether one pursues."""
    return {
        "outcome": meaning.outcome,
        "clause": meaning.clause,
        "pursues": meaning.pursues,
        "pursuit": list(meaning.pursuit),
        "lost": dict(meaning.lost),
        "unless": list(meaning.unless),
    }


def shot(battle: Battle, asked: CombatAsked) -> dict[str, Any]:
    """Whether the first may shoot the second now, and why not."""
    here = here_of(battle)
    shooter, target = (here.stand(name) for name in asked.between)
    found = refusals(here, shooter, target)
    return {
        "accepted": not found,
        "clauses": sorted({one.clause for one in found}),
        "refusals": [answers.refusal(one, MU) for one in found],
        "sketches": answers.sketches(seen_over(battle, shooter, target), MU),
    }


def seen_over(battle: Battle, shooter: Stand, target: Stand) -> tuple[Sketch, ...]:
    """The ground that a shooter shoots over, and how it sees its target or what hides it."""
    if shooter.is_camp:
        return ()
    here = here_of(battle)
    return (*arc_of(here, shooter), *sight(here, shooter, target).sketches)


def shooters(battle: Battle, stand: str) -> dict[str, Any]:
    """Whom a stand may shoot now; of all that may shoot anybody when it is `all`."""
    here = here_of(battle)
    found = {name: list(targets) for name, targets in shots(here).items()}
    if stand == "all":
        return {"targets": found}
    against = why_not_shoot(here, here.stand(stand))
    return {
        "may_shoot": not against,
        "clauses": sorted({one.clause for one in against}),
        "refusals": [answers.refusal(one, MU) for one in against],
        "targets": found.get(stand, []),
    }


def fights(battle: Battle, _: Literal["all"]) -> dict[str, Any]:
    """The combats that are to be rolled in the close combat phase, as attacker and defender."""
    return {"combats": [[pair.attacker, pair.defender] for pair in pairs(here_of(battle))]}


def here_of(battle: Battle) -> Field:
    """The field of the position as it is."""
    return field(battle.book, battle.state.position)


COMBATS: Mapping[str, Form] = {
    "combat": Form(CombatAsked, combat, "The modifiers and odds of a combat or shot."),
    "shot": Form(CombatAsked, shot, "May this stand shoot that one, and why not?"),
    "shooters": Form(str, shooters, "Whom may a stand (or `all`) shoot?"),
    "fights": Form(Literal["all"], fights, "Which combats are to be fought? (`all`)"),
}
