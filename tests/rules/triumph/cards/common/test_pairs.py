"""Every pair of cards lies together without a clash, in every form they allow. [BC-30, BC-0.1]"""

from itertools import combinations

import pytest

from condotta.kernel.evolving import with_piece
from condotta.kernel.rulings import Modifier
from condotta.rules.triumph.combat.odds import odds
from condotta.rules.triumph.deployment.forms import forms_of
from condotta.rules.triumph.movement.legal_moves import judge_move
from condotta.rules.triumph.movement.moves import Advance, Move
from condotta.rules.triumph.stands.field import field
from condotta.rules.triumph.tables import TROOPS
from tests.rules.triumph.cards.card_table import carded

ON_STANDS = ("DD:LFT", "MD:EFT", "SV", "LC", "CC", "AC", "CF", "SB", "SP", "MI", "PL", "HL", "HD",
             "CT:SPR", "ES", "SS", "CH", "SF")  # fmt: skip
BESIDE = ("AM", "PD", "SC", "NC", "FC", "PT", "SW", "ES", "HL", "CT", "DD", "MD", "DC")
MARKS = (
    "supported",
    "stampeded",
    "charges through",
    "holds the line",
    "dismounted",
    "caught on transports",
)
MOUNTED = ("SV", "LC", "CC", "AC", "SS", "CH", "SF", "DD:LFT", "MD:EFT", "CT:SPR")
DEPTH = 2


def types_for(pair: tuple[str, str]) -> tuple[str, ...]:
    """Troop types that could carry both: horse for cards of horse, else foot too."""
    return ("KNT", "BAD") if set(pair) & set(MOUNTED) else ("HFT", "SPR", "LFT")


def every_form(table, name: str):
    """The positions that forms lead to from here, this one included."""
    book, seen, left = table.battle.book, {}, [(table.position, 0)]
    while left:
        position, depth = left.pop()
        piece = position.pieces[name]
        if piece in seen:
            continue
        seen[piece] = position
        for form in forms_of(book, position, piece) if depth < DEPTH else ():
            then = position
            for one in form.pieces:
                then = with_piece(then, one)
            left.append((then, depth + 1))
    return list(seen.values())


@pytest.mark.parametrize("pair", list(combinations(ON_STANDS, 2)), ids="+".join)
def test_bc_30_any_two_cards_on_one_stand_settle_every_number(pair):
    """Totals, moves and outcomes are worked out against every type. [BC-0.10]"""
    one, two = pair
    for code in types_for(pair):
        marks = " ".join(f"{{{mark}}}" for mark in MARKS)
        pieces = (
            f"R1 {code} 20 14 0 [{one}] [{two}] {marks} @t1; R2 {code} 40 6 0 [{one}] [{two}] @t1"
        )
        table = carded(f"{pieces}; B1 SPR 20 14 180; B2 ARC 24 17 180")
        book = table.battle.book
        for position in every_form(table, "R1"):
            for foe in TROOPS:
                other = position.pieces["B1"]
                there = with_piece(position, type(other)(**{
                    **{name: getattr(other, name) for name in other.__struct_fields__},
                    "type": foe.code,
                }))  # fmt: skip
                found = odds(book, there, "R1", "B1")
                assert (
                    sum((found.doubled, found.beaten, found.tie, found.beats, found.doubles)) == 36
                )
                assert all(
                    isinstance(part, Modifier) for score in found.scores for part in score.parts
                )
            assert odds(book, position, "B2", "R1", "ranged").scores
            here = field(book, position)
            assert here.stand("R1").reach > 0
            judge_move(book, position, "red", None, Move(("R2",), (Advance(10_000),)))


@pytest.mark.parametrize("pair", list(combinations(BESIDE, 2)), ids="+".join)
def test_bc_30_any_two_cards_beside_the_board_begin_a_turn(pair):
    """Both armies hold both: the turn begins, and moves are asked for. [BC-0.3]"""
    cards = "; ".join(f"{seat} {code} t1" for seat in ("red", "blue") for code in pair)
    pieces = "R1 KNT 20 6 0 [CT:SPR] @t1; R2 SPR 22 6 0 @t1; B1 SPR 20 24 180 @t1; B2 SPR 22 24 180"
    table = carded(pieces, cards=cards, phase="end", active="blue", dice=(3,))
    if table.asks()[0].window == "stampede":
        table.choose("red", "keep")
    assert table.asks()[0].window == "movement"
    assert table.count("R", "command points") == 3
