"""The army builder: what a selection is told, what may be done about it, how it travels."""

import json
import time

import pytest

from condotta.armies import library
from condotta.armies.building.searching import Search, cards, choice
from condotta.armies.rosters.rosters import read_roster
from condotta.errors import PlainError
from condotta.server.armoury.armoury import army, drawn
from condotta.server.armoury.armoury_files import read, sides, written
from condotta.server.armoury.armoury_forms import (
    ArmiesSide,
    ArmiesText,
    ArmyAsked,
    ArmyDrawn,
    ArmyText,
    CardAsked,
)
from condotta.server.armoury.armoury_sheet import sheet
from condotta.server.forms import NewBattle, SeatAsked
from condotta.server.games.shelves import roster_checked
from condotta.server.reasons import Refused
from condotta.server.rooms.founding import armies_start
from condotta.words import has, languages, say
from tests.armies.test_commands import GRAND
from tests.server.live import live, open_table

ROMANS = "111a"


def a_drawn(seed=3, **fields):
    return drawn(ArmyDrawn(key=ROMANS, seed=seed, **fields))


def asked(shown, **fields):
    return army(ArmyAsked(roster=shown.roster, **fields))


def test_al_16_6_a_random_army_of_144_points_buys_cards_on_the_page_too():
    shown = a_drawn(cap=288, cards="many")
    assert shown.legal
    assert len(shown.roster["commands"]) == 3
    assert {"armyCards", "troopCards"} & set(shown.roster)
    assert shown.total <= 288
    assert not {"armyCards", "troopCards"} & set(a_drawn(cap=288).roster)


def test_al_11_6_a_card_that_may_not_be_had_is_let_go_once_wherever_it_is():
    roster = {"listKey": "104a", "year": -179, "armyCards": [{"code": "ES", "count": 1}]}
    roster |= {"stands": {"main/t1": {"ELE": 2}, "main/t6": {"HFT": 2}, "main/t7": {"HRD": 3}}}
    roster |= {
        "troopCards": [{"code": "PL", "stands": 2, "option": "main/t6"},
                       {"code": "ET", "stands": 1, "option": "main/t7"}],
    }  # fmt: skip
    told = army(ArmyAsked(roster=roster))
    (found,) = (one for one in told.findings if one.code == "battleCardForbidsTroopType")
    (remedy,) = found.remedies
    after = army(ArmyAsked(roster=remedy.roster))
    assert "battleCardForbidsTroopType" not in {one.code for one in after.findings}


# ── search ───────────────────────────────────────────────────────────────────
def test_al_2_3_lists_are_found_by_words_and_year_in_one_line():
    found = choice(Search(text="roman 58 BC"))
    assert ROMANS in [one.key for one in found.lists]
    assert all(one.start <= -58 <= one.end for one in found.lists)


@pytest.mark.parametrize(
    ("field", "wanted"),
    [("homes", "home"), ("themes", "theme"), ("troops", "troop"), ("cards", "card")],
)
def test_al_2_3_every_place_theme_troop_and_card_that_is_offered_finds_lists(field, wanted):
    every = choice(Search())
    assert len(every.lists) == len(library().lists)
    for name in getattr(every, field):
        found = choice(Search(**{wanted: name})).lists
        assert found
        assert all(name in getattr(one, field) for one in found)


# ── an army ──────────────────────────────────────────────────────────────────
def test_al_9_10_the_parts_of_the_bar_come_to_the_total():
    for seed in range(6):
        shown = a_drawn(seed)
        assert sum(part.half_points for part in shown.bar) == shown.total == 96
        assert shown.legal
        assert sum(row.half_points for row in shown.rows) == shown.stand_points


def test_al_3_2_a_count_outside_its_row_is_found_with_a_remedy_that_helps():
    shown = a_drawn()
    row = next(one for one in shown.options if one.stands and one.least)
    stands = {**shown.roster["stands"], row.key: {row.types[0].code: row.most + 1}}
    wrong = army(ArmyAsked(roster={**shown.roster, "stands": stands}))
    found = next(one for one in wrong.findings if one.code == "troopOptionAboveMax")
    assert (found.where, found.clause != "", wrong.legal) == (row.key, True, False)
    helped = army(ArmyAsked(roster=found.remedies[0].roster))
    assert "troopOptionAboveMax" not in {one.code for one in helped.findings}


def test_al_4_1_a_missing_general_may_be_any_who_may_lead():
    shown = a_drawn()
    without = army(ArmyAsked(roster={**shown.roster, "general": None}))
    found = next(one for one in without.findings if one.code == "generalMissing")
    assert found.remedies
    for remedy in found.remedies:
        led = army(ArmyAsked(roster=remedy.roster))
        assert led.legal
        assert sum(kind.leads for one in led.options for kind in one.types) == 1


def test_al_9_1_everything_wrong_is_told_at_once_and_can_be_said():
    shown = a_drawn()
    roster = {**shown.roster, "general": None, "year": 1415, "stands": {"main/t99": {"KNT": 3}}}
    found = army(ArmyAsked(roster=roster)).findings
    codes = {one.code for one in found}
    assert {"generalMissing", "yearOutsideList", "troopOptionUnknown"} <= codes
    for one in found:
        for remedy in one.remedies:
            assert all("{" not in say(remedy.says, remedy.params, lang) for lang in languages())


def test_al_6_1_a_card_adds_to_the_total_what_its_step_was_said_to_cost():
    shown = a_drawn()
    cards = [*shown.cards, *(card for one in shown.options for card in one.cards)]
    steps = [card for card in cards if card.next is not None]
    assert steps
    for card in steps:
        amount = next(one for one in card.amounts if one > card.amount)
        with_it = asked(shown, card=CardAsked(code=card.code, where=card.where, amount=amount))
        assert with_it.total == shown.total + card.next, card.code


def test_al_11_11_a_card_that_is_two_for_the_army_is_not_offered_a_third_time():
    """Two for one option leave none for another, and one leaves one."""
    roster = {"listKey": "238a", "year": 904, "variant": "anatolia"}
    roster |= {"stands": {"main/t1": {"JCV": 4}, "main/t8": {"ECV": 2}}}
    amounts = {}
    for bought in (0, 1, 2):
        wish = CardAsked(code="CT", where="main/t1", amount=bought)
        rows = {one.key: one.cards for one in army(ArmyAsked(roster=roster, card=wish)).options}
        for key in ("main/t1", "main/t8"):
            amounts[bought, key] = next(one.amounts for one in rows[key] if one.code == "CT")
    assert [amounts[bought, "main/t1"] for bought in (0, 1, 2)] == [(0, 1, 2)] * 3
    assert [amounts[bought, "main/t8"] for bought in (0, 1, 2)] == [(0, 1, 2), (0, 1), (0,)]


def test_al_10_3_which_stands_have_a_card_is_chosen_stand_by_stand():
    """It stays while stands change, in the file and in the link. [AL-15.6, BC-8.1]"""
    shown = drawn(ArmyDrawn(key="178d", seed=3))
    roster = shown.roster | {"troopCards": [], "stands": {"main/t3": {"ARC": 5}}}
    roster |= {"general": {"option": "main/t3", "troopTypeCode": "ARC"}}

    def stands(told):
        (option,) = (one for one in told.options if one.key == "main/t3")
        (card,) = (one for one in option.cards if one.code == "MI")
        return card.amount, [one.number for one in card.stands if one.has]

    two = army(ArmyAsked(roster=roster, card=CardAsked(code="MI", where="main/t3", amount=2)))
    assert stands(two) == (2, [2, 3])
    wish = CardAsked(code="MI", where="main/t3", amount=2, on={"ARC": (1, 5)})
    chosen = asked(two, card=wish, follow=True)
    assert stands(chosen) == (2, [1, 5])
    assert stands(asked(chosen)) == (2, [1, 5])
    for form in ("json", "csv"):
        text = written(ArmyText(roster=chosen.roster, form=form)).text
        (back,) = read(ArmiesText(text=text)).armies
        assert stands(army(ArmyAsked(roster=back.roster))) == (2, [1, 5])
    (back,) = read(ArmiesText(text=chosen.code)).armies
    assert stands(army(ArmyAsked(roster=back.roster))) == (2, [1, 5])
    fewer = chosen.roster | {"stands": {"main/t3": {"ARC": 4}}}
    assert stands(army(ArmyAsked(roster=fewer, follow=True))) == (2, [1, 2])
    every = CardAsked(code="MI", where="main/t3", amount=5)
    assert stands(asked(chosen, card=every)) == (5, [1, 2, 3, 4, 5])


def test_an_amount_or_a_card_that_is_none_is_refused():
    for code, amount in (("XX", 1), ("FC", -1), ("FC", 10_000)):
        with pytest.raises(Refused, match="no-card"):
            asked(a_drawn(), card=CardAsked(code=code, where="army", amount=amount))


def test_al_9_1_an_army_is_filled_up_from_the_minimums_and_keeps_them():
    least = drawn(ArmyDrawn(key=ROMANS))
    whole = drawn(ArmyDrawn(roster=least.roster))
    assert (whole.total, whole.legal) == (96, True)
    for one, before in zip(whole.options, least.options, strict=True):
        assert one.stands >= before.stands


def with_savings():
    """Armies of minimums with a card for a whole option that makes its stands cheaper. [BC-5.1]"""
    for one in library().lists:
        if "AC" in cards(one) or "CC" in cards(one):
            least = drawn(ArmyDrawn(key=one.key)).roster
            for row in army(ArmyAsked(roster=least)).options:
                card = next((card.code for card in row.cards if card.code in ("AC", "CC")), "")
                if card and not row.closed:
                    stands = {**least["stands"], row.key: {row.types[0].code: max(row.least, 1)}}
                    bought = CardAsked(code=card, where=row.key, amount=max(row.least, 1))
                    yield army(ArmyAsked(roster={**least, "stands": stands}, card=bought))


def test_al_9_8_filling_up_reckons_cards_with_the_stands_that_are_added():
    armies = [one for one in with_savings() if one.card_points < 0 and one.legal][:6]
    assert armies
    for shown in armies:
        whole = drawn(ArmyDrawn(roster=shown.roster))
        assert (whole.total, whole.legal) == (96, True)
        assert whole.card_points < shown.card_points or whole.stand_count > shown.stand_count


def test_every_cap_that_is_none_is_refused():
    for cap in (0, -2, 5_000):
        with pytest.raises(Refused, match="no-number"):
            a_drawn(cap=cap)


def test_a_roster_of_no_list_is_told_so():
    shown = army(ArmyAsked(roster={"armyListName": "Nobody"}))
    assert shown.list is None
    assert shown.findings


# ── files, links, text ───────────────────────────────────────────────────────
@pytest.mark.parametrize("form", ["json", "service", "text", "markdown"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_al_15_6_a_roster_comes_back_from_every_form_as_it_was(form, lang):
    for seed in range(5):
        shown = a_drawn(seed)
        text = written(ArmyText(roster=shown.roster, form=form, lang=lang)).text
        (back,) = read(ArmiesText(text=text)).armies
        again = army(ArmyAsked(roster=back.roster))
        assert back.missed == ()
        assert (again.bar, again.legal) == (shown.bar, True)
        assert again.roster["stands"] == shown.roster["stands"]
        assert again.roster["general"] == shown.roster["general"]


NAMED_STANDS = {
    "listKey": "178d", "year": 1415, "stands": {"main/t3": {"ARC": 8}},
    "general": {"option": "main/t3", "troopTypeCode": "ARC"},
}  # fmt: skip


@pytest.mark.parametrize("form", ["json", "service", "text", "markdown", "csv"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_al_10_3_which_stands_have_a_card_comes_back_from_every_form(form, lang):
    on = {"ARC": [1, 5]}
    roster = {**NAMED_STANDS, "troopCards": [
        {"code": "MI", "option": "main/t3", "stands": 2, "on": on}]}  # fmt: skip
    text = written(ArmyText(roster=roster, form=form, lang=lang)).text
    if form in ("text", "markdown"):
        assert {"en": "main/t3 · stands ARC 1, 5", "fr": "main/t3 · socles ARC 1, 5"}[lang] in text
    (back,) = read(ArmiesText(text=text)).armies
    (card,) = back.roster["troopCards"]
    assert {code: list(numbers) for code, numbers in card["on"].items()} == on
    assert (card["code"], card["option"], card["stands"]) == ("MI", "main/t3", 2)
    assert back.missed == ()


def test_al_10_3_where_nobody_has_chosen_stands_none_are_named():
    roster = {**NAMED_STANDS, "troopCards": [{"code": "MI", "option": "main/t3", "stands": 2}]}
    text = written(ArmyText(roster=roster, form="text")).text
    assert "main/t3 · stands" not in text
    (back,) = read(ArmiesText(text=text)).armies
    assert "on" not in back.roster["troopCards"][0]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_al_15_6_a_card_that_bears_a_troops_name_comes_back_as_a_card(lang):
    # in French the scythed chariots begin with the word for chariots, a troop type
    roster = {
        "listKey": "67b", "year": -150, "stands": {"main/t1": {"JCV": 2}, "main/t2": {"RDR": 7}},
        "general": {"option": "main/t1", "troopTypeCode": "JCV"},
        "armyCards": [{"code": "AM", "count": 1}, {"code": "SC", "count": 1}],
    }  # fmt: skip
    (back,) = read(
        ArmiesText(text=written(ArmyText(roster=roster, form="text", lang=lang)).text)
    ).armies
    assert [card["code"] for card in back.roster["armyCards"]] == ["AM", "SC"]
    assert back.missed == ()


def test_al_15_6_a_code_is_the_roster_in_a_link_too():
    shown = a_drawn()
    for text in (shown.code, f"http://localhost/#/army/{shown.code}"):
        (back,) = read(ArmiesText(text=text)).armies
        assert asked(army(ArmyAsked(roster=back.roster))).code == shown.code


@pytest.mark.parametrize("text", ["", "three knights", "{", "CA1.broken-broken"])
def test_al_12_1_what_is_no_army_is_refused_in_a_sentence(text):
    with pytest.raises((Refused, PlainError)):
        read(ArmiesText(text=text))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[" + "{}," * 900_000 + "{}]", "too-many-pieces"),
        ("[" + "1," * 1_400_000 + "1]", "too-many-pieces"),
        ("[" + " " * 3_000_000 + "]", "too-large"),
        ("Marian Roman\n" + "4 x Blade\n" * 20_000, "too-large"),
        ("kind,where,code\n" + "stands,a,HRD\n" * 20_000, "too-large"),
        ("CA1." + "A" * 200_000, "too-large"),
        ("#/army/CA1." + "a " * 200_000, "too-large"),
        ("[" * 900_000, "unreadable"),
    ],
)
def test_al_12_9_more_than_any_shelf_has_is_refused_at_once(text, key):
    began = time.process_time()
    with pytest.raises(Refused) as why:
        read(ArmiesText(text=text))
    assert why.value.key == f"server.{key}"
    assert time.process_time() - began < 1


@pytest.mark.parametrize("text", ["{}", "[1, 2]"])
def test_al_12_1_a_file_without_armies_says_so(text):
    got = read(ArmiesText(text=text))
    assert got.armies == ()
    assert "noneInFile" in {one.code for one in got.findings}
    assert all(has(f"army.{one.code}") for one in got.findings)


def test_al_15_4_two_rosters_stand_side_by_side():
    one, other = a_drawn(1), a_drawn(2)
    told = sides(ArmiesSide(one=ArmyAsked(roster=one.roster), other=ArmyAsked(roster=other.roster)))
    stands = [row for row in told.rows if row.kind == "stands"]
    assert sum(row.one for row in stands) == one.stand_count
    assert sum(row.other_points for row in stands) == other.stand_points


def test_al_15_4_an_allys_command_is_compared_too():
    one, other = large(), read_roster(GRAND[1]).roster
    asked = ArmiesSide(
        one=ArmyAsked(roster=one.roster, cap=288), other=ArmyAsked(roster=GRAND[1], cap=288)
    )
    assert any(command.kind == "ally" for command in other.split)
    rows = sides(asked).rows
    assert sum(row.other for row in rows if row.kind == "stands") == GRAND[1]["expect"]["stands"]
    assert sum(row.one_points for row in rows) == one.total
    same = sides(ArmiesSide(one=asked.other, other=asked.other)).rows
    assert [row.about for row in same if row.where.startswith("3/")]
    assert all((row.one, row.one_points) == (row.other, row.other_points) for row in same)


def test_al_15_5_the_sheet_has_every_stand_and_the_rules_in_the_readers_language():
    shown = a_drawn()
    english, french = (sheet(ArmyAsked(roster=shown.roster), lang) for lang in ("en", "fr"))
    assert sum(row.stands for row in english.rows) == shown.stand_count
    assert [rule.clause for rule in english.rules] == [rule.clause for rule in french.rules]
    assert all(a.says != b.says for a, b in zip(english.rules, french.rules, strict=True))


# ── over HTTP ────────────────────────────────────────────────────────────────
@live
async def test_the_builder_answers_over_http(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        lists = (await browser.get("/api/armoury/lists?q=marian&year=-58")).json()
        assert [one["key"] for one in lists["lists"]] == [ROMANS]
        assert (await browser.get("/api/armoury/lists?year=x")).status_code == 400
        made = (await browser.post("/api/armoury/draw", json={"key": ROMANS, "seed": 4})).json()
        roster = {"roster": made["roster"]}
        for path, body in {
            "army": roster,
            "sheet": roster,
            "text": {**roster, "form": "text"},
            "read": {"text": made["code"]},
            "sides": {"one": roster, "other": roster},
        }.items():
            answer = await browser.post(f"/api/armoury/{path}", json=body)
            assert answer.status_code == 200, (path, answer.text)
        clause = await browser.get("/api/clauses/BC-17.1")
        assert clause.json()["clause"] == "BC-17.1"
        assert (await browser.get("/api/clauses/XX-1")).status_code == 404


# ── in commands ──────────────────────────────────────────────────────────────
def large(seed=2):
    size = next(one for one in a_drawn().sizes if one.commands)
    return a_drawn(seed, cap=size.half_points)


def test_gt_2_3_an_army_in_commands_is_told_command_by_command():
    shown = large()
    assert (shown.legal, len(shown.commands), shown.total) == (True, 3, shown.cap)
    assert sum(one.half_points for one in shown.commands) == shown.stand_points
    assert [one.overall for one in shown.commands] == [True, False, False]
    for row in shown.options:
        for kind in row.types:
            assert sum(kind.split) == kind.stands


def test_gt_2_4_a_command_without_its_general_is_found():
    shown = large()
    commands = shown.roster["commands"]
    roster = {**shown.roster, "commands": [{**commands[0], "general": None}, *commands[1:]]}
    assert not army(ArmyAsked(roster=roster, cap=shown.cap)).legal


def test_al_9_10_a_table_is_read_again_with_its_commands_and_cards():
    for shown in (a_drawn(), large()):
        text = written(ArmyText(roster=shown.roster, form="csv")).text
        (back,) = read(ArmiesText(text=text)).armies
        again = army(ArmyAsked(roster=back.roster, cap=shown.cap))
        assert again.code == shown.code
        assert (again.total, again.legal) == (shown.total, True)
        with pytest.raises(PlainError, match="Line 2 of the table"):
            read(ArmiesText(text=text.replace(",main/", ",other/", 1)))


def helped(shown, roster, code):
    """A changed army in commands, what was found by that code, and each remedy taken."""
    wrong = army(ArmyAsked(roster=roster, cap=shown.cap))
    found = next(one for one in wrong.findings if one.code == code)
    assert found.remedies
    after = [army(ArmyAsked(roster=one.roster, cap=shown.cap)) for one in found.remedies]
    for one in after:
        assert len(one.commands) == len(wrong.commands)
        same = [each for each in one.findings if (each.code, each.where) == (code, found.where)]
        assert same == []
    return after


def changed_command(shown, number, **changes):
    """The roster with other fields in one command."""
    commands = shown.roster["commands"]
    rows = [{**one, **changes} if one["number"] == number else one for one in commands]
    return {**shown.roster, "commands": rows}


def test_gt_2_4_a_command_without_a_general_is_helped_to_one():
    shown = large()
    after = helped(shown, changed_command(shown, 2, general=None), "commandGeneralMissing")
    assert any(one.legal for one in after)


def test_gt_2_4_the_whole_is_led_from_its_largest_command_again():
    shown = large()
    general = shown.roster["commands"][0]["general"]
    roster = changed_command(shown, 1, general={**general, "overallCommander": False})
    for code in ("overallCommanderNotInLargest", "generalMissing"):
        assert any(one.legal for one in helped(shown, roster, code))


def test_gt_7_2_command_points_are_levelled():
    shown = large()
    roster = changed_command(shown, 1, commandPointModifier=1)
    (after,) = helped(shown, roster, "commandPointModifiersUnbalanced")
    assert after.legal


def test_al_16_4_stands_of_commands_are_brought_within_their_option():
    """[AL-16.4] Too many are taken from the last commands, missing ones go to the smallest."""
    shown = large()
    row = next(one for one in shown.options if one.stands and one.least)
    first = shown.roster["commands"][0]
    many = {**first["stands"], row.key: {row.types[0].code: row.most + 1}}
    helped(shown, changed_command(shown, 1, stands=many), "troopOptionAboveMax")
    rows = [
        {**one, "stands": {key: counts for key, counts in one["stands"].items() if key != row.key}}
        for one in shown.roster["commands"]
    ]
    helped(shown, {**shown.roster, "commands": rows}, "troopOptionBelowMin")


def test_al_3_1_stands_that_no_list_has_are_taken_out_of_commands():
    shown = large()
    first = shown.roster["commands"][0]
    stands = {**first["stands"], "main/no-such": {"KNT": 1}}
    (after,) = helped(shown, changed_command(shown, 1, stands=stands), "troopOptionUnknown")
    assert after.legal


def test_gt_2_2_an_ally_brings_a_command_of_its_own_list():
    found = 0
    for one in library().lists:
        shown = drawn(ArmyDrawn(key=one.key, seed=1, cap=large().cap))
        for remedy in shown.allies:
            whole = army(ArmyAsked(roster=remedy.roster, cap=shown.cap))
            theirs = [each for each in whole.commands if each.ally]
            assert theirs
            assert all(each.options for each in theirs)
            found += 1
    assert found


def test_al_16_4_cards_of_an_army_in_commands_stay_with_it():
    shown = large()
    card = next(one for one in shown.cards if len(one.amounts) > 1)
    more = asked(
        shown, cap=shown.cap, card=CardAsked(code=card.code, where="army", amount=1), follow=True
    )
    assert more.roster["commands"] == shown.roster["commands"]
    assert more.total == shown.total + card.next
    printed = sheet(ArmyAsked(roster=more.roster, cap=shown.cap), "en")
    assert sum(row.stands for row in printed.rows) == shown.stand_count
    assert card.code in [one.code for one in printed.cards]


# ── lists of one's own ───────────────────────────────────────────────────────
def own_list():
    """A shipped list under another name and key, as a page would bring it."""
    shown = a_drawn()
    text = json.loads(written(ArmyText(roster=shown.roster, form="service")).text)
    text.pop("condottaRoster")
    text["name"], text["id"], text["listId"] = "Nobody's Own", "mine", 9876
    return read(ArmiesText(text=json.dumps(text))).armies[0]


def test_al_12_an_army_of_a_list_of_ones_own_takes_the_field():
    mine = own_list()
    whole = drawn(ArmyDrawn(roster=mine.roster, lists=mine.lists))
    assert (whole.list.own, whole.legal) == (True, True)
    body = {**whole.roster, "lists": list(mine.lists)}
    assert roster_checked(body).legal
    assert not roster_checked(whole.roster).legal
    seats = (SeatAsked(held_by="bot", bot="steward", roster=body), SeatAsked(held_by="open"))
    start = armies_start(NewBattle(system="triumph", seats=seats))
    assert start.names[0] == "Nobody's Own"


@pytest.mark.parametrize(
    "text",
    [
        '<?xml version="1.0"?><roster name="x"><forces/></roster>',
        '{"roster": {"name": "x", "forces": [], "gameSystemName": "Another"}}',
        '\ufeff{"roster": {"name": "x", "forces": []}}',
    ],
)
def test_al_12_1_a_roster_of_another_program_is_refused_in_one_sentence(text: str):
    """Pasted or brought as a file, in XML as in JSON."""
    with pytest.raises(Refused) as refused:
        read(ArmiesText(text=text))
    assert refused.value.key == "server.player-roster"


@pytest.mark.parametrize("wrong", ["9" * 301, "-5", "50000", '"nan"'])
def test_al_11_16_numbers_that_nobody_has_are_findings_of_a_file(wrong: str):
    """A list, a roster and a command with them: told, nothing counted, no fault."""
    for text in texts_with(wrong):
        for one in read(ArmiesText(text=text)).armies:
            assert army(ArmyAsked(roster=one.roster)).total in (0, None)


@pytest.mark.parametrize("wrong", ["NaN", "1e400", "Infinity"])
def test_al_11_16_what_is_no_number_of_json_is_refused(wrong: str):
    """In one sentence."""
    for text in texts_with(wrong):
        with pytest.raises(Refused, match="unreadable"):
            read(ArmiesText(text=text))


def texts_with(wrong: str) -> list[str]:
    """Files with a number in them that nobody has."""
    option = f'{{"min": 0, "max": {wrong}, "troopEntries": [{{"troopTypeCode": "KNT"}}]}}'
    years = '"dateRanges": [{"startDate": 1, "endDate": 9}]'
    stands = f'"stands": {{"main/t1": {{"JCV": {wrong}}}}}'
    roster = '"listKey": "62a", "year": -300'
    return [
        f'{{"armyLists": [{{"name": "X", "key": "x", {years}, "troopOptions": [{option}]}}]}}',
        f'{{"rosters": [{{{roster}, {stands}}}]}}',
        f'{{"rosters": [{{{roster}, "commands": [{{"number": {wrong}}}]}}]}}',
    ]
