"""`condotta army import FILE.rosz`: players' rosters for ranked battles."""

from pathlib import Path

from condotta.cli import app
from tests.rules.ranked.test_importing import CHIEF, INFANTRY, profile, roster, selection


def test_a_roster_is_told_unit_by_unit_saved_and_fought_with(tmp_path: Path, capsys):
    source, saved = tmp_path / "borderers.rosz", tmp_path / "borderers.json"
    source.write_bytes(roster(INFANTRY, CHIEF))
    assert app.main(["army", "import", str(source), "--out", str(saved)]) == 0
    said = capsys.readouterr().out
    assert "The Borderers: 2 units, 281 points." in said
    assert "Border Guard: 20 models, 175 points; M 4, WS 3" in said
    assert "Not used: Banner of Somewhere." in said
    army = f"{saved},river-guard"
    fought = ["battle", "--system", "ranked", "--armies", army, "--bots", "random", "--seed", "1"]
    assert app.main([*fought, "--json"]) == 0
    assert "The Borderers" in capsys.readouterr().out


def test_another_games_roster_and_a_missing_file_are_one_sentence(tmp_path: Path, capsys):
    other = tmp_path / "other.ros"
    squad = selection("Squad", kind="unit", profiles=profile("Squad", "6 3+ 3+ 4 4 1 1 1 7"))
    other.write_bytes(roster(squad))
    assert app.main(["army", "import", str(other)]) == 2
    assert "no unit in it has the nine characteristics" in capsys.readouterr().err
    assert app.main(["army", "import", str(tmp_path / "none.ros")]) == 2
    assert "none.ros" in capsys.readouterr().err
    assert app.main(["army", "import", str(other), "--out", "army.txt"]) == 2
    assert ".json" in capsys.readouterr().err
