"""Every seam is spoken at, or says why not; each says when it is asked and what it is given."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from itertools import pairwise
from types import ModuleType

import pytest

from condotta import rules
from condotta.kernel import decide
from condotta.kernel.seams import Refuse, Seam, Sole
from condotta.rules.carnage import host as carnage
from condotta.rules.library import GAMES
from condotta.rules.treachery import host as treachery

NOBODY = "# nobody of ours: "
"""How the line begins that gives the reason; it holds for the seams below it up to a blank line."""


def modules() -> Iterator[ModuleType]:
    """Every module of the rules, and that of the kernel which asks a seam itself."""
    yield decide
    for found in pkgutil.walk_packages(rules.__path__, f"{rules.__name__}."):
        yield importlib.import_module(found.name)


def declared(module: ModuleType) -> dict[str, Seam]:
    """The seams that a module declares, not those that it imports."""
    text = f"\n{inspect.getsource(module)}"
    return {
        name: seam
        for name, seam in vars(module).items()
        if isinstance(seam, Seam) and f"\n{name}: " in text
    }


SEAMS = {
    f"{module.__name__}.{name}": (module, name, seam)
    for module in modules()
    for name, seam in declared(module).items()
}
SPOKEN = {hook[0] for game in GAMES.values() for layer in game.layers for hook in layer.hooks}


def said_why(module: ModuleType, name: str) -> bool:
    """Whether the reason stands at the seam: in the nearest remark above it, no blank between."""
    above, _, _ = f"\n{inspect.getsource(module)}".partition(f"\n{name}: ")
    remarks = [line for line in above.split("\n\n")[-1].splitlines() if line.startswith("#")]
    return bool(remarks) and remarks[-1].startswith(NOBODY)


@pytest.mark.parametrize("where", sorted(SEAMS))
def test_a_seam_has_a_speaker_or_a_reason(where: str):
    module, name, seam = SEAMS[where]
    spoken = seam in SPOKEN
    assert spoken or said_why(module, name), f"nobody speaks at {where}: use it or delete it"
    assert not spoken or not said_why(module, name), f"somebody speaks at {where}: the reason goes"


def test_the_seams_are_found():
    found = {seam for _, _, seam in SEAMS.values()}
    assert found >= SPOKEN


# ── what a seam says of itself ───────────────────────────────────────────────
SAYS = re.compile(r"(?:^|\s)(Any time|As it is|As tried|Before|After)\b[^.]*\. Given [^.]+\.")
BELOW = "Given what lies below"


def said_below(source: str, inside: str = "") -> dict[str, tuple[str, str]]:
    """Each value with a type that a text declares, or a class in it: its type and what is below."""
    found = {}
    body = ast.parse(source).body
    if inside:
        (body,) = [one.body for one in body if getattr(one, "name", "") == inside]
    for node, below in pairwise([*body, ast.Pass()]):
        if isinstance(node, ast.AnnAssign):
            told = below.value if isinstance(below, ast.Expr) else None
            text = told.value if isinstance(told, ast.Constant) else ""
            found[ast.unparse(node.target)] = (ast.unparse(node.annotation), str(text))
    return found


def untold(seam: Seam, kind: str, text: str) -> Iterator[str]:
    """What a seam of a type has forgotten to say of itself, by its name and in the text below."""
    if not SAYS.match(text):
        yield "when it is asked, before or after, and what it is given"
    if kind.startswith("Stack[") != (BELOW in text):
        yield "whether anything lies below"
    if (len(given(kind)) == 0) != ("Given nothing" in text):
        yield "that it is given nothing"
    if not seam.name or isinstance(seam, Refuse) != seam.name.startswith("why "):
        yield "what it gives back"


def given(kind: str) -> tuple[str, ...]:
    """The types of what a seam of a type gives; a stack gives what lies below it as well."""
    (wanted,) = [one for one in ast.walk(ast.parse(kind)) if isinstance(one, ast.List)][:1]
    below = ("below",) if kind.startswith("Stack[") else ()
    return (*below, *(ast.unparse(one) for one in wanted.elts))


TOLD = {
    where: said_below(inspect.getsource(module))[name] for where, (module, name, _) in SEAMS.items()
}


@pytest.mark.parametrize("where", sorted(SEAMS))
def test_a_seam_says_when_it_is_asked_what_it_is_given_and_what_it_gives_back(where: str):
    assert [*untold(SEAMS[where][2], *TOLD[where])] == []


GOOD = ("Sole[[Book, Piece], int]", "Before the dice. Given the Book and the piece.")
PLANTED = {
    "nothing": (GOOD[0], "", "before or after"),
    "no moment": (GOOD[0], "Given the Book and the piece.", "before or after"),
    "nothing given": (GOOD[0], "Before the dice.", "before or after"),
    "a stack": ("Stack[[Book], int]", "Any time. Given the Book.", "lies below"),
    "no stack": (GOOD[0], "Any time. Given what lies below and the Book.", "lies below"),
    "none given": ("Sole[[], int]", "Any time. Given the Book.", "given nothing"),
}


@pytest.mark.parametrize("part", PLANTED)
def test_what_a_seam_forgets_to_say_is_told(part: str):
    kind, text, wanted = PLANTED[part]
    assert [*untold(Sole("how far it goes"), *GOOD)] == []
    (told,) = untold(Sole("how far it goes"), kind, text)
    assert wanted in told
    assert [*untold(Sole(""), *GOOD)] == ["what it gives back"]
    assert [*untold(Refuse("whether it may go"), *GOOD)] == ["what it gives back"]


def test_a_seam_that_says_nothing_below_itself_is_found_in_its_module():
    source = (
        'A: Sole[[], int] = Sole("a")\n"""Any time. Given nothing."""\nB: Sole[[], int] = f()\n'
    )
    assert [text for _, text in said_below(source).values()] == ["Any time. Given nothing.", ""]


@pytest.mark.parametrize("system", sorted(GAMES))
def test_every_hook_takes_what_its_seam_gives(system: str):
    kinds = {seam: TOLD[where][0] for where, (_, _, seam) in SEAMS.items()}
    taken = 0
    for layer in GAMES[system].layers:
        for seam, says, clause in layer.hooks:
            if inspect.isfunction(says) or inspect.ismethod(says):
                inspect.signature(says).bind(*given(kinds[seam]))
                assert clause
                taken += 1
    assert taken


HOSTS = {
    f"{module.__name__}.{name}": told
    for module in (carnage, treachery)
    for name, told in said_below(inspect.getsource(module), "Host").items()
    if told[0].startswith("Callable[")
}
"""What the layers of many seats ask of the games that they lie over: their seams as well."""


def unasked(text: str) -> bool:
    """Whether what stands below a question of a host leaves out its answer, moment or matter."""
    found = SAYS.search(text)
    return found is None or not text[: found.start()].strip().endswith(".")


@pytest.mark.parametrize("where", sorted(HOSTS))
def test_a_question_to_a_host_says_what_is_answered_when_and_what_it_is_given(where: str):
    assert not unasked(HOSTS[where][1]), HOSTS[where][1]


def test_what_a_question_to_a_host_forgets_to_say_is_found():
    assert HOSTS
    assert not unasked("What it is worth.\n\n    Any time. Given the unit. [TT-1]")
    assert unasked("What it is worth.")
    assert unasked("What it is worth. Given the unit.")
    assert unasked("Any time. Given the unit.")
