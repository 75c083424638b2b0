"""A roster as plain text for people to read; `plain_texts` reads it again. [AL-15.6]"""

from collections.abc import Iterator

from condotta.armies.building.views import ArmyShown, OptionShown
from condotta.armies.paper.plain_texts import LEADS
from condotta.armies.paper.sheets import placed, together
from condotta.armies.rosters.rosters import read_roster
from condotta.words import points, say


def text(army: ArmyShown, lang: str, *, markdown: bool = False) -> str:
    """The roster line by line; in Markdown with bold heads and dashes, for a forum."""
    strong = "**" if markdown else ""
    dash = "- " if markdown else "  "
    blocks = [list(_head(army, lang, strong))]
    rows = [line for one in army.rows for line in _stands(one, lang)]
    blocks.append(
        [f"{strong}{say('builder.stands', lang=lang)}{strong}", *(dash + row for row in rows)]
    )
    bought = list(_cards(army, lang))
    if bought:
        blocks.append(
            [f"{strong}{say('builder.cards', lang=lang)}{strong}", *(dash + row for row in bought)]
        )
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _head(army: ArmyShown, lang: str, strong: str) -> Iterator[str]:
    roster, about = army.roster, army.list
    assert about is not None
    year = roster.get("year", 0)
    era = say("web.year.bc" if year < 0 else "web.year.ad", {"year": abs(year)}, lang)
    if roster.get("label"):
        yield f"{strong}{roster['label']}{strong}"
    yield f"{about.name} ({about.key}), {era}"
    answer = next((one for one in about.answers if one.id == roster.get("variant")), None)
    if answer:
        yield f"{about.label}: {answer.name} {{{answer.id}}}"
    taken = [one for one in army.contingents if one.taken]
    if taken:
        names = ", ".join(body.name for one in taken for body in one.bodies)
        yield f"{names} [{', '.join(one.key for one in taken)}]"
    params = {"total": army.total, "stands": army.stand_points, "cards": army.card_points}
    yield say("army.sheet.total", {**params, "count": army.stand_count}, lang)


def _stands(one: OptionShown, lang: str) -> Iterator[str]:
    for each in one.types:
        if each.stands:
            name = say(f"troop.{each.code}", lang=lang)
            leads = f" {LEADS}" if each.leads else ""
            cost = points(each.half_points)
            what = f"{each.code} {name} · {one.description}"
            yield f"{each.stands} {what} · {cost} · {one.key}{leads}"


def _cards(army: ArmyShown, lang: str) -> Iterator[str]:
    every = [*army.cards, *(card for one in army.rows for card in one.cards)]
    roster = read_roster(army.roster).roster
    for card in every:
        if card.amount:
            name = say(f"card.{card.code}.name", lang=lang)
            place = placed(roster, card.code, card.where, lang)
            where = "" if card.where == "army" else f" · {place}"
            where += together(card.together, lang)
            yield f"{card.amount} {card.code} {name} · {points(card.now or 0)}{where}"
