"""A card tells all of itself: whatever is forgotten is named with the card. [BC-0.1 to BC-0.3]"""

import re
import shutil
import tomllib
from collections.abc import Iterator
from copy import copy
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules, walk_packages

import pytest

from condotta import words
from condotta.armies.cards import cardforms
from condotta.report import ground as maps
from condotta.rules import clauses
from condotta.rules.triumph import cards
from condotta.rules.triumph.cards import CARDS
from condotta.rules.triumph.cards.common.card import Advice, Card
from condotta.rules.triumph.ground.laid_ground import LaidGround
from condotta.rules.triumph.tables import TABLES
from condotta.rules.triumph.tokens import Token
from tests.project.tree import ROOT

PAGE = ROOT / "web/src/board/ground.ts"
"""The pen with which the page draws ground; the reports have their own."""
HOME = Path(cards.__file__).parent
COMMON = HOME / "common"
FOLDERS = {
    card.name: HOME / found.name
    for found in iter_modules(cards.__path__)
    if (card := getattr(import_module(f"{cards.__name__}.{found.name}"), "CARD", None))
}
"""Where each card lives, with its words."""


def lacking(card: Card) -> list[str]:
    """What a card has forgotten to say of itself, each with the place where it belongs."""
    found = [*unused(card), *unpriced(card), *unmeant(card), *undrawn(card), *unadvised(card)]
    return [f"card {card.name}: {what}" for what in found]


def unsaid(card: Card, *keys: str) -> Iterator[str]:
    """The words that are missing in each language, in the card's folder or what cards share."""
    for lang in words.languages():
        known = {key for folder in (FOLDERS[card.name], COMMON) for key in said(folder, lang)}
        yield from (f"no words {key} in words.{lang}.toml" for key in keys if key not in known)


def said(folder: Path, lang: str) -> Iterator[str]:
    """The keys of the words in a folder."""
    groups = [("", tomllib.loads((folder / f"words.{lang}.toml").read_text("utf-8")))]
    for head, group in groups:
        groups += [(f"{head}{key}.", one) for key, one in group.items() if isinstance(one, dict)]
        yield from (f"{head}{key}" for key, one in group.items() if isinstance(one, str))


def unused(card: Card) -> Iterator[str]:
    """When it is of use, and the words of each code, act and question."""
    if not card.uses:
        yield "no uses: lasting, set_out or played"
    for code, use in card.uses.items():
        if use.clause not in clauses.register():
            yield f"the use of {code} is by {use.clause}, which is no clause"
        windows = (f"window.{name.replace(' ', '-')}" for name in use.windows)
        yield from unsaid(card, f"card.{code}.name", f"card.{code}.text", use.key, *windows)
    for action in card.judges:
        yield from unsaid(card, f"act.{re.sub(r'(?<!^)(?=[A-Z])', '-', action.__name__).lower()}")


def unpriced(card: Card) -> Iterator[str]:
    """What each of its codes costs when an army is built."""
    for code in card.uses:
        if code not in cardforms.forms():
            yield f"no price of {code}: a row of armies/data/cards.toml"


def unmeant(card: Card) -> Iterator[str]:
    """What each token means, by which clause, and the letter that it is drawn with."""
    for token in card.tokens:
        if token.clause not in clauses.register():
            yield f"the token {token.name} is by {token.clause}, which is no clause"
        yield from unsaid(card, f"note.{token.slug}", f"token.{token.slug}")


def undrawn(card: Card) -> Iterator[str]:
    """What ground it lays does, is called and looks like, by both pens."""
    page = PAGE.read_text("utf-8") if card.grounds else ""
    for kind in (one.terrain for one in card.grounds):
        yield from unsaid(card, f"terrain.{kind}")
        if kind not in {row.key for row in TABLES.terrain}:
            yield f"no ground {kind}: a row of rules/triumph/data/terrain.toml"
        if kind not in maps.PENS:
            yield f"no drawing of {kind} in reports: PENS of report/ground.py"
        if not re.search(rf"^  '?{kind}'?: {{", page, re.MULTILINE):
            yield f"no drawing of {kind} on the page: PENS of web/src/board/ground.ts"


def unadvised(card: Card) -> Iterator[str]:
    """Advice where it leaves anybody a choice, or why there is none."""
    advice = card.advice
    given = advice.acts or advice.forms or advice.answers
    if not given and not advice.none and not all(use.lasting for use in card.uses.values()):
        yield "no advice: acts, forms, answers, or why there is none"


def nobodys(known: tuple[Card, ...]) -> list[str]:
    """The tokens and the ground that a module makes and no card declares, with the module."""
    said = {one for card in known for one in (*card.tokens, *card.grounds)}
    found = {}
    for module in walk_packages(cards.__path__, f"{cards.__name__}."):
        made = import_module(module.name)
        source = Path(str(made.__file__)).read_text("utf-8")
        for value in (one for named in vars(made).values() for one in flat(named)):
            if f'{type(value).__name__}("{next(iter(spelled(value)))}"' in source:
                found[value] = module.name.removeprefix(f"{cards.__name__}.")
    return [
        f"{place}: {next(iter(spelled(one)))} is in no card's {kind_of(one)}"
        for one, place in found.items()
        if one not in said
    ]


def flat(value: object) -> Iterator[Token | LaidGround]:
    """A token or ground, or those of a table by code."""
    for one in value.values() if isinstance(value, dict) else (value,):
        if isinstance(one, Token | LaidGround):
            yield one


def spelled(one: Token | LaidGround) -> tuple[str, ...]:
    return (one.name,) if isinstance(one, Token) else (one.terrain,)


def kind_of(one: Token | LaidGround) -> str:
    return "tokens" if isinstance(one, Token) else "grounds"


@pytest.mark.parametrize("card", CARDS, ids=[card.name for card in CARDS])
def test_bc_0_3_a_card_says_all_of_itself(card):
    assert not lacking(card)


def test_bc_0_2_every_token_and_all_ground_belongs_to_a_card():
    assert not nobodys(CARDS)


def test_bc_0_2_each_mark_that_a_card_lays_is_a_token():
    """Nothing is laid or taken off but by a token that says what it is."""
    marks = re.compile(r"\b(?:Mark|Cleared)\((?![^)]*names\.)")
    for file in Path(cards.__file__).parent.rglob("*.py"):
        assert not marks.findall(file.read_text("utf-8")), file.name


def test_bc_0_1_a_code_is_one_cards():
    codes = [code for card in CARDS for code in card.uses]
    assert len(codes) == len(set(codes))


def planted(name: str, **changed: object) -> Card:
    """A whole card with some of what it says changed."""
    card = copy(next(one for one in CARDS if one.name == name))
    for attribute, value in changed.items():
        assert hasattr(card, attribute)
        setattr(card, attribute, value)
    return card


NO_CLAUSE = f"BC-{99.9}"  # in two parts, since whatever a test names must be there
UNKNOWN = Token("unheard of", NO_CLAUSE)
CHASM = LaidGround("chasm", next(one.grounds[0].shape for one in CARDS if one.grounds))
MEANING = [
    f"{key}.unheard-of in words.{lang}.toml" for lang in ("en", "fr") for key in ("note", "token")
]
NAMED = [f"terrain.chasm in words.{lang}.toml" for lang in ("en", "fr")]
PLANTED = {
    "use": ({"uses": {}}, ["no uses"]),
    "advice": ({"advice": Advice()}, ["no advice"]),
    "the meaning of a token": ({"tokens": (UNKNOWN,)}, [NO_CLAUSE, *MEANING]),
    "the drawing of its ground": (
        {"grounds": (CHASM,)},
        [*NAMED, "terrain.toml", "report/ground.py", "ground.ts"],
    ),
}


@pytest.mark.parametrize("part", PLANTED)
def test_a_part_that_a_card_forgets_is_named_with_the_card(part):
    changed, wanted = PLANTED[part]
    told = lacking(planted("prepared defenses", **changed))
    assert len(told) == len(wanted)
    assert all("card prepared defenses: " in one for one in told)
    assert all(one in said for one, said in zip(wanted, told, strict=True))


@pytest.mark.parametrize(
    "key", ["card.PD.name", "card.PD.text", "card.PD.when", "act.place-obstacle"]
)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_words_that_a_card_lacks_are_named(monkeypatch, tmp_path, key, lang):
    there = shutil.copytree(FOLDERS["prepared defenses"], tmp_path / "card")
    file = there / f"words.{lang}.toml"
    row = re.compile(rf"^{key.rpartition('.')[2]} = .*\n", re.MULTILINE)
    text, dropped = row.subn("", file.read_text("utf-8"))
    assert dropped == 1
    file.write_text(text, "utf-8")
    monkeypatch.setitem(FOLDERS, "prepared defenses", there)
    told = lacking(planted("prepared defenses"))
    assert told == [f"card prepared defenses: no words {key} in words.{lang}.toml"]


def test_bc_0_2_the_words_of_cards_lie_with_them_and_in_no_other_place():
    """What begins with a card's code or a clause of the cards."""
    beside = {key for folder in (*FOLDERS.values(), COMMON) for key in said(folder, "en")}
    of_cards = {key for key in words.keys("en") if re.match(r"card\.[A-Z]{2}\.|bc\.", key)}
    assert of_cards
    assert of_cards <= beside


def test_bc_0_2_the_clauses_of_a_card_lie_with_it_by_its_number():
    for card in CARDS:
        rows = tomllib.loads((FOLDERS[card.name] / "clauses.toml").read_text("utf-8"))["clause"]
        own = {f"BC-{cardforms.forms()[code].number}" for code in card.uses}
        assert {row["id"].partition(".")[0] for row in rows} == own, card.name
        assert {row["id"] for row in rows} == {one.id for one in clauses.clauses(*own)}, card.name


def test_a_price_that_a_card_lacks_is_named(monkeypatch):
    known = {code: form for code, form in cardforms.forms().items() if code != "PD"}
    monkeypatch.setattr(cardforms, "forms", lambda: known)
    told = lacking(planted("prepared defenses"))
    assert told == ["card prepared defenses: no price of PD: a row of armies/data/cards.toml"]


@pytest.mark.parametrize(
    ("name", "part", "told"),
    [
        ("prepared defenses", "grounds", "prepared_defenses.obstacles: obstacle"),
        ("hold the line", "tokens", "hold_the_line: holds the line"),
    ],
)
def test_what_a_card_lays_and_does_not_declare_is_named(name, part, told):
    known = tuple(one for one in CARDS if one.name != name)
    assert nobodys((*known, planted(name, **{part: ()}))) == [f"{told} is in no card's {part}"]
