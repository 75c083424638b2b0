"""`condotta dice verify`: what holds, what is refused, and what an earlier copy shows."""

from __future__ import annotations

import ast
import hashlib
import os
import re
from collections.abc import Callable
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from condotta.bots.seat import make
from condotta.cli import dice_check
from condotta.cli.app import main
from condotta.kernel.choices import Choices
from condotta.kernel.errors import Corrupt
from condotta.kernel.events import Answered, Opened, Sealed
from condotta.kernel.log import load
from condotta.kernel.records import CHANCE
from condotta.kernel.seals import digest_of
from condotta.kernel.shared_dice import SharedCup, bound, opening, spoken
from condotta.report.logbook import opened, read, verified
from condotta.rules.library import book
from condotta.server.dice.cups import new_dice, proved
from tests.server.dice_table import GONE, DiceTable, lines_of

EVERY = 1 if os.environ.get("CONDOTTA_BYTES") == "all" else 3
"""Of how many bytes one is changed: of each with CONDOTTA_BYTES=all."""


@cache
def small_battle() -> bytes:
    """A whole battle between two persons, with rolls before and after choices, given up early."""
    table = DiceTable()
    table.play(5)
    table.concede("blue")
    return table.log()


@cache
def fought_out() -> bytes:
    """One that was fought to its end, in which a seat left and came back."""
    table = DiceTable(seeds="other")
    table.play(10)
    table.go("blue", GONE)
    table.now += 60
    table.play(8)
    table.go("blue", "awake")
    table.bind("blue", "another device")
    table.play()
    return table.log()


def refused(data: bytes) -> bool:
    """Whether the check refuses a log, by what it finds or as it cannot read it."""
    try:
        return bool(dice_check.check(data).wrong)
    except (ValueError, LookupError, TypeError, AttributeError):
        return True


def refused_by_ours(data: bytes) -> bool:
    """Whether the program itself refuses a log: by its dice, its rules, or as it cannot read it."""
    try:
        proof = proved(load(book("triumph"), data, "a log"))
        if proof is None or proof.wrong:
            return True
        return verified(read(data, "a log")) is not None
    except Corrupt:
        return True


def sealed_again(lines: list[bytes]) -> bytes:
    """A log as somebody would forge it who seals it again when he has changed it."""
    end = next(n for n, line in enumerate(lines) if b'"seal":"dice log"' in line)
    digest = hashlib.sha256(b"".join(line + b"\n" for line in lines[1:end])).hexdigest()
    seal = b'{"kind":"Sealed","seal":"dice log","digest":"%s"}' % digest.encode()
    return b"\n".join((*lines[:end], seal, *lines[end + 1 :], b""))


def altered(line: bytes, at: int) -> bytes:
    """A line with one byte changed, as little as may be: a digit stays one, a letter too."""
    old = line[at : at + 1]
    new = bytes((old[0] ^ 1,)) if old not in b'"\\' else b"'"
    if old.isdigit():
        new = b"%d" % ((int(old) + 1) % 10)
    return line[:at] + new + line[at + 1 :]


# ── what holds ───────────────────────────────────────────────────────────────
def test_a_whole_battle_is_verified_by_both_reckonings(tmp_path, capsys):
    path = tmp_path / "battle.jsonl"
    for data in (small_battle(), fought_out()):
        path.write_bytes(data)
        found = dice_check.check(data)
        assert found.wrong == []
        proof = proved(opened(path).events)
        assert (proof.rolls, proof.wrong) == (found.rolls, ())
        assert verified(opened(path)) is None
        assert main(["dice", "verify", str(path)]) == 0
        assert f"all {found.rolls} rolls follow" in capsys.readouterr().out


def test_it_says_whose_words_were_lacking_and_where(tmp_path, capsys):
    path = tmp_path / "battle.jsonl"
    path.write_bytes(fought_out())
    found = dice_check.check(fought_out())
    (line,) = found.lacked["blue"]
    assert b'"dice words"' in lines_of(fought_out())[line - 1]
    main(["dice", "verify", str(path)])
    told = capsys.readouterr().out
    assert f"blue: {found.said['blue']} words, 1 lacking (line {line})" in told
    assert f"red: {found.said['red']} words, none lacking" in told


def test_the_check_shares_nothing_with_the_engine():
    tree = ast.parse(Path(dice_check.__file__).read_text(encoding="utf-8"))
    named = [one.names[0].name for one in ast.walk(tree) if isinstance(one, ast.Import)]
    named += [one.module for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
    assert sorted(named) == ["hashlib", "json", "re", "typing"]


def test_a_log_from_before_words_is_checked_as_it_was(tmp_path, capsys):
    path = tmp_path / "battle.jsonl"
    table = DiceTable({"red": "bot", "blue": "bot"}, dice=new_dice("committed"))
    table.play()
    path.write_bytes(table.log())
    assert main(["dice", "verify", str(path)]) == 0
    assert "could have looked ahead" in capsys.readouterr().out


def test_a_log_that_cannot_be_checked_yet_says_what_to_do(tmp_path, capsys):
    path = tmp_path / "battle.jsonl"
    table = DiceTable()
    table.play(4)
    for data, word in (
        (table.log(), "not opened before"),
        (table.copy("red"), "take the whole log"),
    ):
        path.write_bytes(data)
        assert main(["dice", "verify", str(path)]) == 2
        assert word in capsys.readouterr().err


def test_a_brief_log_is_made_whole_before_its_dice_are_checked(tmp_path, capsys):
    path, brief = tmp_path / "battle.jsonl", tmp_path / "brief.jsonl"
    path.write_bytes(fought_out())
    assert main(["replay", str(path), "--brief", "--out", str(brief)]) == 0
    assert brief.stat().st_size < path.stat().st_size
    for asked in ([str(brief)], [str(path), "--with", str(brief)]):
        assert main(["dice", "verify", *asked]) == 2
        told = capsys.readouterr().err
        assert f"condotta replay {brief} --whole --out OTHER" in told
    again = tmp_path / "again.jsonl"
    assert main(["replay", str(brief), "--whole", "--out", str(again)]) == 0
    assert again.read_bytes() == path.read_bytes()


def test_what_is_no_log_or_damaged_is_said_so_in_a_sentence(tmp_path, capsys):
    path, other = tmp_path / "battle.jsonl", tmp_path / "other.jsonl"
    path.write_bytes(small_battle())
    for data, status, word in (
        (b"# Notes", 2, "this is no battle log"),
        (small_battle()[:-400], 1, "take another copy"),
    ):
        other.write_bytes(data)
        assert main(["dice", "verify", str(path), "--with", str(other)]) == status
        told = capsys.readouterr()
        assert word in told.out + told.err
        assert "Error" not in told.out + told.err
    assert main(["dice", "verify", str(tmp_path / "batle.jsonl")]) == 2
    assert "battle.jsonl" in capsys.readouterr().err


# ── what is refused ──────────────────────────────────────────────────────────
def test_no_byte_of_a_log_can_be_changed():
    lines = lines_of(small_battle())
    assert not refused(small_battle())
    for number, line in enumerate(lines[1:], start=1):
        for at in range(number % EVERY, len(line), EVERY):
            changed = b"\n".join((*lines[:number], altered(line, at), *lines[number + 1 :]))
            assert refused(changed), (number, at, line)


def test_nor_one_of_dice_order_secret_or_seat_by_who_seals_the_log_again():
    lines = lines_of(small_battle())
    last = max(n for n, line in enumerate(lines) if b'"seat":"chance"' in line)
    tried = 0
    for number, line in enumerate(lines[1:], start=1):
        counts = (b'"dice' in line, b'"Answered"' in line, b'"Began"' in line)
        if not any(counts) or b"dice log" in line or (b'"Answered"' in line and number > last):
            continue
        end = line.index(b',"id":') if b'"Asked"' in line else len(line)
        for at in range(number % EVERY, end, EVERY):
            forged = [*lines[:number], altered(line, at), *lines[number + 1 :]]
            assert refused(sealed_again(forged)), (number, at, line)
            assert refused_by_ours(sealed_again(forged)), (number, at, line)
            tried += 1
    for number in range(1, last):
        pair = lines[number : number + 2]
        if pair[0] != pair[1] and not any(map(talk, pair)):
            forged = [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]]
            assert refused(sealed_again(forged)), (number, lines[number])
            assert refused_by_ours(sealed_again(forged)), (number, lines[number])
    assert tried > 2000 / EVERY
    assert not refused_by_ours(small_battle())


def talk(line: bytes) -> bool:
    """Whether a line says nothing that dice follow from."""
    return any(kind in line for kind in (b'"Withdrawn"', b'"Told"'))


@pytest.mark.parametrize("left_out", ["words", "word", "seal", "end", "secret"])
def test_nothing_can_be_left_out(left_out):
    lines = lines_of(small_battle())
    match left_out:
        case "words":
            lines = [line for line in lines if b'"dice words","content":"blue' not in line]
        case "word":
            lines = [re.sub(rb"\\nred:[0-9a-f]{64}", b"", line) for line in lines]
        case "seal":
            lines = [line for line in lines if b"word of red" not in line]
        case "end":
            lines = [line for line in lines if b"dice log" not in line]
        case "secret":
            lines = lines[:-1]
    data = b"\n".join(lines)
    assert data != small_battle()
    assert refused(data)


# ── what is put in ───────────────────────────────────────────────────────────
class Grinding(SharedCup):
    """Whoever runs the table puts lines of his own before a roll until he likes what falls.

    `tricks` are the lines to try; they may change the secret.
    """

    def __init__(self, table: DiceTable, tricks: Callable[[Grinding, int], tuple[Any, ...]]):
        super().__init__(table.dice.secret, table.battle.log)
        self.table, self.tricks, self.liked = table, tricks, 0

    def answer(self, ask):
        self.transcript.catch_up(self._log)
        said = super().answer(ask)
        if not getattr(said, "pips", ()) or self.liked > 1:
            return said
        for number in range(5_000):
            lines = self.tricks(self, number)
            ahead = copy(self.transcript)
            ahead._points, ahead.chains = list(ahead._points), dict(ahead.chains)
            for line in lines:
                ahead.take(line)
            said = ahead.answer(self._secret, ask)
            if set(said.pips) == {6}:
                self.liked += 1
                for line in lines:
                    self.table.battle.announce(line)
                self.transcript.catch_up(self._log)
                return said
        raise AssertionError("no roll was liked")


def of_number(number: int) -> str:
    return hashlib.sha256(f"grind {number}".encode()).hexdigest()


def another_secret(cup: Grinding, number: int) -> tuple[Any, ...]:
    """The dice sealed anew, with a secret that he likes, and no seat bound to a word."""
    cup._secret = of_number(number)
    return Sealed("dice with words 2", digest_of(cup._secret, "00")), opening()


def more_words(cup: Grinding) -> Opened:
    """The next words of all seats, which he would have to be given for the same dice."""
    return spoken({seat: cup.table.word(seat) for seat in cup.transcript.chains})


@pytest.mark.parametrize(
    ("tricks", "later"),
    [
        (lambda _, number: (Sealed("x", of_number(number)),), ""),
        (lambda _, number: (bound("red", of_number(number)),), ""),
        (lambda _, number: (Opened("x", of_number(number), ""),), ""),
        (another_secret, "dice with words 2"),
        (lambda cup, number: (Sealed("x", of_number(number)), more_words(cup)), ""),
    ],
    ids=["a seal", "a seat bound", "something opened", "another secret", "words twice"],
)
def test_nothing_can_be_put_between_a_choice_and_its_dice(tricks, later, tmp_path):
    table = DiceTable()
    table.battle.cup = cup = Grinding(table, tricks)
    table.play(3)
    table.concede("blue")
    if later:
        table.battle.announce(Opened(later, cup._secret, "00"))
    assert cup.liked
    assert "between the words and the dice" in "".join(dice_check.check(table.log()).wrong)
    assert "between the words and the dice" in "".join(proof_of(table.log()).wrong)


def test_the_dice_are_sealed_once():
    """Also where nobody waits for any, and both secrets are shown in the end."""
    table = DiceTable()
    table.play(3)
    secret = of_number(1)
    for line in (Sealed("dice with words 2", digest_of(secret, "00")), opening()):
        table.battle.announce(line)
    table.battle.cup = SharedCup(secret, table.battle.log)
    table.play(3)
    table.concede("blue")
    table.battle.announce(Opened("dice with words 2", secret, "00"))
    assert "sealed anew" in "".join(dice_check.check(table.log()).wrong)
    assert "sealed anew" in "".join(proof_of(table.log()).wrong)


def proof_of(data: bytes) -> Any:
    return proved(load(book("triumph"), data, "a log"))


def test_what_no_rule_seals_is_no_part_of_a_battle(tmp_path):
    """Where nothing rolls after it the rules still say so."""
    path = tmp_path / "battle.jsonl"
    lines = lines_of(small_battle())
    assert verified(opened_with(path, lines)) is None
    junk = b'{"kind":"Sealed","seal":"x","digest":"00"}'
    asked = max(n for n, line in enumerate(lines) if b'"kind":"Asked"' in line)
    assert verified(opened_with(path, [*lines[: asked + 1], junk, *lines[asked + 1 :]])) is not None


def opened_with(path: Path, lines: list[bytes]) -> Any:
    path.write_bytes(b"\n".join(lines))
    return opened(path)


def test_dice_that_fell_are_not_taken_back(monkeypatch):
    """The running program lets him undo across them, and throw again."""
    table = DiceTable()
    monkeypatch.setattr(Choices, "hear", lambda *_: None)
    table.play(1)
    rolled = 0
    for _ in range(30):
        ask, said, before = table.ask(), table.answer(), len(table.battle.log)
        table.say(ask, said)
        fell = any(
            isinstance(one, Answered) and one.seat == CHANCE for one in table.battle.log[before:]
        )
        if fell and table.battle.state.position.ended is None:
            table.battle.undo(ask.seat)
            rolled += 1
            break
    table.concede("blue")
    assert rolled
    assert "taken back" in "".join(dice_check.check(table.log()).wrong)
    assert "taken back" in "".join(proof_of(table.log()).wrong)


def test_rolls_before_the_seal_are_not_said_to_be_bound(tmp_path, capsys):
    lines = lines_of(small_battle())
    seal = next(n for n, line in enumerate(lines) if b'"seal":"dice with words"' in line)
    last = max(n for n, line in enumerate(lines) if b'"seat":"chance"' in line)
    moved = [*lines[:seal], *lines[seal + 1 : last + 1], lines[seal], *lines[last + 1 :]]
    data = sealed_again(moved)
    assert "no secret with words was sealed" in "".join(dice_check.check(data).wrong)
    path = tmp_path / "battle.jsonl"
    path.write_bytes(data)
    main(["replay", str(path), "--verify"])
    told = capsys.readouterr().out
    assert "before that cannot be checked" in told or "line" in told
    assert "sealed before the first" not in told


# ── an earlier copy ──────────────────────────────────────────────────────────
def test_what_a_guest_saved_is_in_the_last_log(tmp_path, capsys):
    table = DiceTable()
    table.play(6)
    copies = {who: table.copy(*who) for who in (("red",), ("blue",), (), ("red", "blue"))}
    table.play()
    last = tmp_path / "last.jsonl"
    last.write_bytes(table.log())
    for who, saved in copies.items():
        early = tmp_path / "early.jsonl"
        early.write_bytes(saved)
        assert main(["dice", "verify", str(last), "--with", str(early)]) == 0
        assert "as they were" in capsys.readouterr().out, who


def test_a_host_who_tells_another_story_later_is_found_out(tmp_path, capsys):
    """Both logs verify by themselves: he has made the whole second one anew with his secret."""
    told, other = DiceTable(), DiceTable()
    for table in (told, other):
        table.play(5)
    said = told.answer()
    early = tmp_path / "early.jsonl"
    told.say(told.ask(), said)
    early.write_bytes(told.copy("blue"))
    seat = other.ask().seat
    while other.answer() == said:
        other.bots[seat] = make("random", other.battle.book, f"{other.now}")
        other.now += 0.5
    other.play()
    last = tmp_path / "last.jsonl"
    last.write_bytes(other.log())
    assert main(["dice", "verify", str(last)]) == 0
    capsys.readouterr()
    assert main(["dice", "verify", str(last), "--with", str(early)]) == 1
    assert "not the same battle" in capsys.readouterr().out


def test_every_line_of_an_earlier_copy_counts():
    table = DiceTable()
    table.play(3)
    lines = lines_of(table.copy("blue"))
    table.play()
    data = table.log()
    assert dice_check.compare(data, b"\n".join(lines))[1] == ""
    for number in range(1, len(lines) - 1):
        assert dice_check.compare(data, b"\n".join(lines[:number] + lines[number + 1 :]))[1]
