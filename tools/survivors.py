"""Disable every rule function in turn; some test that cites its clause must fail.

    python tools/survivors.py [--only TEXT] [--jobs 2] [--sample N]

A rule function is one whose docstring cites a clause. It is disabled by an answer that says
nothing: no refusal, no modifier, zero, and both answers of a yes-or-no. Each is tried against
the tests that cite one of its clauses; those that no test notices are printed, and the command
ends with status 1 if there is one.
"""

from __future__ import annotations

import argparse
import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from condotta.rules.clauses import clause
from condotta.rules.coverage import coverage, ids

ROOT = Path(__file__).resolve().parents[1]
RULES = ROOT / "src" / "condotta" / "rules"
PATIENCE = 240  # seconds that the tests of one function may take
DATA_ONLY = {"records.py", "numbers.py", "names.py", "seams.py", "layer.py", "library.py"}


class Rule(NamedTuple):
    """A function that keeps a clause, and the answers that disable it."""

    module: str
    name: str
    clauses: tuple[str, ...]
    answers: tuple[str, ...]


def answers_for(returns: str) -> tuple[str, ...]:
    """What a function of that return type says when it says nothing.

    >>> answers_for("bool"), answers_for("Modifier | None"), answers_for("Iterator[Event]")
    (('False', 'True'), ('None',), ('nothing',))
    """
    plain = returns.replace(" ", "")
    if plain.startswith(("Iterator[", "Generator[")):
        return ("nothing",)
    if plain == "bool":
        return ("False", "True")
    if plain.endswith("|None") or plain.startswith("Optional"):
        return ("None",)
    if plain.startswith(("tuple[", "Sequence[")):
        return ("()",)
    if plain.startswith(("dict[", "Mapping[")):
        return ("{}",)
    return {"int": ("0",), "float": ("0.0",), "str": ("''",), "HalfPoints": ("0",)}.get(
        plain, ("None",)
    )


def rules() -> Iterator[Rule]:
    """Every rule function, in the order of files and lines."""
    for path in sorted(RULES.rglob("*.py")):
        game = path.relative_to(RULES).parts
        if len(game) < 2 or path.name in DATA_ONLY:
            continue
        module = "condotta.rules." + ".".join((*game[:-1], path.stem))
        yield from in_module(module, ast.parse(path.read_text(encoding="utf-8")).body, "")


def in_module(module: str, body: list[ast.stmt], place: str) -> Iterator[Rule]:
    """The rule functions of a module or class body."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from in_module(module, node.body, f"{place}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            cited = ids(ast.get_docstring(node) or "")
            acting = tuple(name for name in cited if clause(name).acts)
            returns = ast.unparse(node.returns) if node.returns else "None"
            if acting and returns != "None":
                answers = tuple(one for one in answers_for(returns) if one != said_always(node))
                yield Rule(module, f"{place}{node.name}", acting, answers or ("1",))


def said_always(node: ast.FunctionDef) -> str:
    """The answer of a function that does nothing but give one; a rule may be that nothing is due.

    >>> said_always(ast.parse("def none_asked() -> int:\\n    return 0").body[0])
    '0'
    """
    last = node.body[-1]
    if len(node.body) > 2 or not isinstance(last, ast.Return) or last.value is None:
        return ""
    return ast.unparse(last.value)


def noticed(rule: Rule, answer: str, tests: tuple[str, ...]) -> bool:
    """Whether some of the tests fail with the function disabled."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "disabling", "--no-header"]
    place = os.pathsep.join((str(ROOT / "tools"), os.environ.get("PYTHONPATH", "")))
    environment = {
        **os.environ,
        "PYTHONPATH": place,
        "PYTHONDONTWRITEBYTECODE": "1",
        "CONDOTTA_DISABLE": f"{rule.module}:{rule.name}:{answer}",
    }
    try:
        done = subprocess.run(
            [*command, *tests],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True  # a test that never ends is one that notices
    return done.returncode not in (0, 5)


def survives(rule: Rule, tests: dict[str, tuple[str, ...]]) -> str | None:
    """A line about a function that could be disabled unnoticed, or None."""
    cited = tuple(dict.fromkeys(test for name in rule.clauses for test in tests[name]))
    runnable = tuple(test for test in cited if not test.endswith(".json"))
    runnable = tuple(sorted(runnable, key=lambda test: test.startswith("tests/properties")))
    if len(runnable) < len(cited):
        runnable += ("tests/positions/test_rulings.py",)
    for answer in rule.answers:
        if not cited or not noticed(rule, answer, runnable):
            why = f"as {answer}" if cited else "no test cites it"
            return f"{rule.module}.{rule.name}  [{', '.join(rule.clauses)}]  {why}"
    return None


def main() -> int:
    """Try them all and print the survivors."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", default="", help="functions whose dotted name holds this text")
    parser.add_argument("--jobs", type=int, default=2, help="how many to try at once")
    parser.add_argument("--sample", type=int, default=0, help="every n-th only, so many in all")
    chosen = parser.parse_args()
    tests = {row.id: row.tests for row in coverage(ROOT).clauses}
    tried = [rule for rule in rules() if chosen.only in f"{rule.module}.{rule.name}"]
    if chosen.sample:
        tried = tried[:: max(1, len(tried) // chosen.sample)][: chosen.sample]
    found = []
    with ThreadPoolExecutor(chosen.jobs) as pool:
        lines = pool.map(lambda rule: survives(rule, tests), tried)
        for number, line in enumerate(lines, start=1):
            if line:
                found.append(line)
                print(line, flush=True)
            if number % 25 == 0:
                print(f"{number} tried, {len(found)} survivors so far", flush=True)
    print(f"{len(tried)} rule functions disabled in turn, {len(found)} survivors")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
