"""Compile the hot modules: python hatch_compile.py SRC OUT MODULE…, as the build hook does.

The modules are paths in SRC. What comes of them lies in OUT/lib as in the package: beside each
module one that Python takes instead, and at the top one library that holds them all. The sources
are the same that Python reads. Floats are never contracted, or results would differ between
machines.

What mypyc makes of a record has the base and the methods that it has in Python, but of the fields'
types only what mypyc needs itself, no docstring, and no word in the head of the class. So in a copy
of the sources each field names its type by an alias, in quotes, which mypyc keeps, and the
docstring is given back; and a record in a compiled module inherits all that its head says.
"""

import ast
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

GROUP = "condotta"
"""The library is called after it: `condotta__mypyc`."""

EXACT = () if os.name == "nt" else ("-ffp-contract=off",)


def records(tree: ast.Module) -> Iterator[ast.ClassDef]:
    """The classes of a module that extend another and have fields, the last first."""
    for kind in reversed(tree.body):
        if isinstance(kind, ast.ClassDef) and kind.bases and any(fields(kind)):
            yield kind


def fields(kind: ast.ClassDef) -> Iterator[ast.AnnAssign]:
    """The fields of a class, the last first."""
    return (part for part in reversed(kind.body) if isinstance(part, ast.AnnAssign))


def for_mypyc(source: str) -> str:
    """A module with what mypyc forgets of records said otherwise; no line is moved.

    >>> print(for_mypyc("class Mark(Record):\\n    'A token.'\\n    until: str | None = None\\n"))
    class Mark(Record):
        'A token.'
        until: "_Type3" = None
    <BLANKLINE>
    from typing import TypeAlias as _TypeAlias
    setattr(Mark, '__doc__', 'A token.')
    _Type3: _TypeAlias = str | None
    <BLANKLINE>
    """
    lines = source.splitlines()
    added = []
    for kind in records(ast.parse(source)):
        told = ast.get_docstring(kind, clean=False)
        added += [f"setattr({kind.name}, '__doc__', {told!r})"] if told else []
        added += [with_alias(lines, field.annotation) for field in fields(kind)]
    if added:
        lines += ["", "from typing import TypeAlias as _TypeAlias", *added]
    return "\n".join((*lines, ""))


def with_alias(lines: list[str], kind: ast.expr) -> str:
    """Let a field name its type by an alias, and give what the alias stands for."""
    name, first, last = f"_Type{kind.lineno}", kind.lineno - 1, kind.end_lineno - 1
    before, after = lines[first].encode()[: kind.col_offset], lines[last].encode()
    told = f'{before.decode()}"{name}"{after[kind.end_col_offset :].decode()}'
    lines[first : last + 1] = [told, *[""] * (last - first)]
    quoted = isinstance(kind, ast.Constant) and isinstance(kind.value, str)
    return f"{name}: _TypeAlias = {kind.value if quoted else ast.unparse(kind)}"


def main(source: str, out: str, *modules: str) -> None:
    """Compile the modules of a folder into another."""
    from mypyc.build import mypycify  # noqa: PLC0415 - it looks whether setuptools is there
    from setuptools import setup  # noqa: PLC0415 - the same

    room = Path(out).resolve()
    config = Path(__file__).with_name("pyproject.toml").resolve()
    own = shutil.ignore_patterns("__pycache__", "page")
    shutil.copytree(source, room / "src", ignore=own)
    os.chdir(room / "src")
    for module in map(Path, modules):
        module.write_text(for_mypyc(module.read_text("utf-8")), "utf-8")
    options = ["--config-file", str(config), "--cache-dir", str(room / "cache")]
    made = mypycify(
        [*options, *modules],
        opt_level=os.environ.get("CONDOTTA_COMPILE_OPT", "2"),
        debug_level="0",
        multi_file=True,
        group_name=GROUP,
        target_dir=str(room / "c"),
    )
    for extension in made:
        extension.extra_compile_args.extend(EXACT)
    words = ["--quiet", "build_ext", "--build-lib", str(room / "lib")]
    setup(
        name=GROUP,
        packages=[],
        ext_modules=made,
        script_args=[*words, "--build-temp", str(room / "o")],
    )


if __name__ == "__main__":
    import setuptools  # noqa: F401 - first, so that mypyc builds by it

    main(*sys.argv[1:])
