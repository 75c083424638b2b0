"""`condotta dice verify`: what holds, what is refused, and what an earlier copy shows."""

import ast
import hashlib
import re
from functools import cache
from pathlib import Path

import pytest

from condotta.bots.seat import make
from condotta.cli import dice_check
from condotta.cli.app import main
from condotta.report.logbook import opened, verified
from condotta.server.dice.cups import new_dice, proved
from tests.server.dice_table import GONE, DiceTable, lines_of


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
        for at in range(len(line)):
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
        for at in range(end):
            forged = [*lines[:number], altered(line, at), *lines[number + 1 :]]
            assert refused(sealed_again(forged)), (number, at, line)
            tried += 1
    for number in range(1, last):
        pair = lines[number : number + 2]
        if pair[0] != pair[1] and not any(map(talk, pair)):
            forged = [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]]
            assert refused(sealed_again(forged)), (number, lines[number])
    assert tried > 2000


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


# ── an earlier copy ──────────────────────────────────────────────────────────
def test_what_a_guest_saved_is_in_the_last_log(tmp_path, capsys):
    table = DiceTable()
    table.play(6)
    copies = {who: table.copy(*who) for who in (("red",), ("blue",), (), ("red", "blue"))}
    table.play()
    last = tmp_path / "last.jsonl"
    last.write_bytes(table.log())
    for who, copy in copies.items():
        early = tmp_path / "early.jsonl"
        early.write_bytes(copy)
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
