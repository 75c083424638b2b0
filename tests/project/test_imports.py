"""The picture of imports, on a package made up with a circle of folders and a crowd."""

import re
import subprocess
import sys

import pytest

MADE_UP = {
    "__init__": "",
    "ground/__init__": "",
    "ground/hills": "from madeup.marching import roads\n",
    "ground/woods": "",
    "marching/__init__": "",
    "marching/roads": "",
    "marching/tracks": "from madeup.ground import woods\nfrom madeup import captain\n",
    "captain": "",
    "army": "from typing import TYPE_CHECKING\n\nfrom madeup.marching import tracks\n"
    "if TYPE_CHECKING:\n    from madeup import battle\n",
    "battle": "from madeup import army\n",
}


@pytest.fixture
def imports(root, tmp_path):
    """The tool on a package in a folder of its own, and what it says; files are written first."""

    def run(files, *words):
        for name, text in files.items():
            path = tmp_path / "madeup" / f"{name}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return subprocess.run(
            (sys.executable, str(root / "tools/imports.py"), "madeup", *words),
            cwd=tmp_path,
            env={"PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_two_folders_that_import_each_other_are_a_circle(imports):
    """No module is in one: hills need roads, and other tracks need other woods."""
    done = imports(MADE_UP, "--check")
    assert done.returncode == 1
    assert "In madeup a circle: ground, marching" in done.stdout
    assert "Modules in a circle" not in done.stdout
    assert done.stdout.splitlines()[:4] == [
        "  3  battle",
        "  2  army",
        "  1  ground marching",
        "  0  captain",
    ]


def test_an_import_that_breaks_the_circle_is_shown_with_its_line(imports):
    said = imports(MADE_UP).stdout
    cut = "madeup.ground.hills:1  from madeup.marching import roads"
    other = "madeup.marching.tracks:1  from madeup.ground import woods"
    assert (cut in said) != (other in said)


def test_imports_for_types_count_when_asked_for(imports):
    ring = "Modules in a circle: madeup.army, madeup.battle"
    assert ring not in imports(MADE_UP).stdout
    assert ring in imports(MADE_UP, "--types").stdout


def test_without_a_circle_the_check_holds(imports):
    done = imports(MADE_UP | {"ground/hills": ""}, "--check")
    assert (done.returncode, "No circles." in done.stdout) == (0, True)


@pytest.mark.parametrize(("docstring", "status"), [("", 1), ('"""Flat because sorted."""\n', 0)])
def test_a_folder_of_sixteen_modules_says_why(imports, docstring, status):
    cards = {f"card_{number}": "" for number in range(16)}
    done = imports({"__init__": docstring, **cards}, "--check")
    assert done.returncode == status
    assert f"  16   1 storeys  madeup{'  too many' if status else '  (flat)'}" in done.stdout


def test_fifteen_modules_need_no_reason(imports):
    done = imports({"__init__": "", **{f"card_{number}": "" for number in range(15)}}, "--check")
    assert done.returncode == 0


def test_the_drawing_has_a_box_for_each_child_and_a_red_line_for_a_circle(imports, tmp_path):
    imports(MADE_UP, "-o", "pictures")
    names = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    assert names == ["madeup.ground.svg", "madeup.marching.svg", "madeup.svg"]
    whole = (tmp_path / "pictures/madeup.svg").read_text()
    boxes = set(re.findall(r"<text [^>]*>(\w+)</text>", whole))
    assert boxes == {"ground", "marching", "captain", "army", "battle"}
    red = re.findall(r'stroke="crimson"[^>]*><title>([^<]*)<', whole)
    assert sorted(red) == ["ground imports marching: 1", "marching imports ground: 1"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("madeup.nowhere",), "no package of madeup"),
        (("madeup.captain",), "a module, not a folder"),
    ],
)
def test_what_is_no_folder_is_refused_in_a_sentence(root, imports, tmp_path, words, sentence):
    imports(MADE_UP)
    done = subprocess.run(
        (sys.executable, str(root / "tools/imports.py"), *words),
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, sentence in done.stderr, "Traceback" in done.stderr) == (
        1,
        True,
        False,
    )


def test_no_module_or_folder_of_ours_is_in_a_circle_and_crowded_ones_say_why(root):
    done = subprocess.run(
        (sys.executable, str(root / "tools/imports.py"), "--check"),
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "No circles." in done.stdout
