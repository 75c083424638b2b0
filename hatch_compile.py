"""Compile the hot modules: python hatch_compile.py SRC OUT MODULE…, as the build hook does.

The modules are paths in SRC. What comes of them lies in OUT/lib as in the package: beside each
module one that Python takes instead, and at the top one library that holds them all. The sources
are the same that Python reads. Floats are never contracted, or results would differ between
machines.

What mypyc makes of a record has the base and the methods that it has in Python, but of the fields'
types only what mypyc needs itself, and no word in the head of the class. So in a copy of the
sources each field names its type by an alias, in quotes, which it keeps; and a record in a compiled
module inherits all that its head says.
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


def fields(tree: ast.Module) -> Iterator[ast.AnnAssign]:
    """The fields of the classes of a module, the last first."""
    for kind in reversed(tree.body):
        if isinstance(kind, ast.ClassDef):
            yield from (part for part in reversed(kind.body) if isinstance(part, ast.AnnAssign))


def with_named_types(source: str) -> str:
    """A module in which each field of a class names its type by an alias; no line is moved.

    >>> print(with_named_types("class Mark(Record):\\n    until: str | None = None\\n"))
    class Mark(Record):
        until: "_Type2" = None
    <BLANKLINE>
    from typing import TypeAlias as _TypeAlias
    _Type2: _TypeAlias = str | None
    <BLANKLINE>
    """
    lines = source.splitlines()
    aliases = []
    for field in fields(ast.parse(source)):
        kind, name = field.annotation, f"_Type{field.lineno}"
        if kind.end_lineno == kind.lineno:
            line = lines[kind.lineno - 1].encode()
            before, after = line[: kind.col_offset], line[kind.end_col_offset :]
            lines[kind.lineno - 1] = f'{before.decode()}"{name}"{after.decode()}'
            aliases.append(f"{name}: _TypeAlias = {ast.unparse(kind)}")
    if aliases:
        lines += ["", "from typing import TypeAlias as _TypeAlias", *aliases]
    return "\n".join((*lines, ""))


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
        module.write_text(with_named_types(module.read_text("utf-8")), "utf-8")
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
