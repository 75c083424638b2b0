"""The page of the documentation that tells of all kinds of faults, as `classes.toml` has them."""

from __future__ import annotations

from itertools import groupby

from tests.mutants.classes import Fault, Kind, kinds

PAGE = "docs/faults.md"
HEAD = """\
# Faults that others had

Programs like this one have had faults, and those who met them have told of them in public. They
come in {count} kinds. For each of them this page names small changes to our code that would bring
it in, and the tests that fail with them.

```console
$ python -m tests.mutants            # brings every fault in, one after another, and runs its tests
$ python -m tests.mutants 14 27-29   # those kinds alone
$ python -m tests.mutants --page     # writes this page again, from tests/mutants/classes.toml
```

Each fault is brought into a copy of the tree that is thrown away afterwards. The command says of
each whether it is caught, not caught, its place is not found any more, or its tests failed without
it; it ends with status 0 only if all are caught. Every run of the tests holds that every kind has a
row, that every test named is there, and that every place is found once.
"""


def written() -> str:
    """The whole page."""
    parts = [HEAD.format(count=len(kinds()))]
    for part, group in groupby(kinds(), key=lambda kind: kind.part):
        parts.append(f"\n## {part}\n\n| | kind | a change that brings it in | held by |\n")
        parts.append("| ---: | --- | --- | --- |\n")
        parts += [row(kind, fault) for kind in group for fault in kind.faults]
    return "".join(parts)


def row(kind: Kind, fault: Fault) -> str:
    """One line of a table."""
    first = fault is kind.faults[0]
    number, name = (str(kind.number), kind.name) if first else ("", "")
    file = f"`{fault.file}`"
    tests = "<br>".join(map(link, fault.tests))
    return f"| {number} | {name} | {fault.change} ({file}) | {tests} |\n"


def link(test: str) -> str:
    """A test, with the file that it is in."""
    file, _, name = test.partition("::")
    told, _, case = name.removeprefix("test_").partition("[")
    of = f" ({case.removesuffix(']')})" if case else ""
    return f"[{told.replace('_', ' ')}{of}](../{file})"
