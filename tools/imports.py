"""Draw the imports between the children of a folder, and name the circles.

    python tools/imports.py [PACKAGE] [-o FILE.svg | -o FOLDER] [--types] [--check]

Prints the storeys of PACKAGE (condotta, if none is named): whoever imports no sibling stands on
the ground, everybody else one above the highest that it imports. Then every circle and every
folder's number of modules, for PACKAGE and all folders below. `-o` draws PACKAGE into a file, or
each folder into a file of its own. With `--check` the command ends with status 1 when there is a
circle, or when a folder holds more than 15 modules and its docstring has no sentence that begins
with "Flat because". An import for the type checker alone binds nothing when modules load: it
counts with `--types` only.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import NamedTuple

import grimp

MANY = 15
REASON = "Flat because"
ITSELF = "__init__"
BOX, ROW, GAP, EDGE = 26, 84, 18, 24  # height of a box, of a storey, between boxes, around all
LETTER = 7.3

Edges = Mapping[str, Mapping[str, tuple[tuple[str, str], ...]]]
"""By the child that imports and the child that is imported: the imports, module by module."""


class Folder(NamedTuple):
    """A package, what its direct children import of each other, and what its docstring gives."""

    name: str
    edges: Edges
    modules: int
    reason: bool

    @property
    def crowded(self) -> bool:
        """Whether it holds more modules than a reader looks through, and says nothing of why."""
        return self.modules > MANY and not self.reason


def child(module: str, folder: str) -> str:
    """The direct child of a folder that a module below it belongs to, or the folder itself.

    >>> child("condotta.rules.triumph.stands.zones", "condotta.rules"), child("a.b", "a.b")
    ('triumph', '__init__')
    """
    return module[len(folder) + 1 :].partition(".")[0] or ITSELF


def below(graph: grimp.ImportGraph, folder: str) -> list[str]:
    """The folder and every module under it, by name."""
    return [folder, *sorted(graph.find_descendants(folder))]


def edges(graph: grimp.ImportGraph, folder: str) -> Edges:
    """What the children of a folder import of each other. A child without imports is there too.

    The folder itself counts as a child when its `__init__` takes part; an import of the folder
    for the sake of what stands in its `__init__` is one of it.
    """
    inside = set(below(graph, folder))
    found: dict[str, dict[str, list[tuple[str, str]]]] = {
        child(module, folder): {} for module in sorted(inside - {folder})
    }
    for module in sorted(inside):
        here = child(module, folder)
        for other in sorted(graph.find_modules_directly_imported_by(module) & inside):
            there = child(other, folder)
            if here != there:
                found.setdefault(there, {})
                found.setdefault(here, {}).setdefault(there, []).append((module, other))
    return {
        here: {there: tuple(pairs) for there, pairs in found[here].items()}
        for here in sorted(found)
    }


def circles(edges: Mapping[str, Mapping[str, object]]) -> list[tuple[str, ...]]:
    """Everybody who imports each other, by one step or by several, each circle sorted by name.

    >>> circles({"a": {"b": 1}, "b": {"c": 1}, "c": {"a": 1}, "d": {"a": 1}})
    [('a', 'b', 'c')]
    """
    reached = {name: reach(name, edges) for name in edges}
    found = {
        tuple(sorted(other for other in reached[name] if name in reached[other]))
        for name in edges
        if name in reached[name]
    }
    return sorted(found)


def reach(start: str, edges: Mapping[str, Mapping[str, object]]) -> set[str]:
    """Whom one imports, by one step or by several."""
    seen: set[str] = set()
    ahead = list(edges[start])
    while ahead:
        if (name := ahead.pop()) not in seen:
            seen.add(name)
            ahead += edges[name]
    return seen


def storeys(edges: Mapping[str, Mapping[str, object]]) -> list[list[str]]:
    """The children from the ground upwards; those in a circle stand on one storey.

    >>> storeys({"cli": {"rules": 1, "table": 1}, "rules": {"table": 1}, "table": {}})
    [['table'], ['rules'], ['cli']]
    """
    ring = {name: circle for circle in circles(edges) for name in circle}
    heights: dict[str, int] = {}
    while len(heights) < len(edges):
        for name in edges:
            together = ring.get(name, (name,))
            lower = {other for one in together for other in edges[one]} - set(together)
            if name not in heights and lower <= heights.keys():
                heights |= dict.fromkeys(
                    together, max((heights[one] + 1 for one in lower), default=0)
                )
    return [
        sorted(name for name in heights if heights[name] == height)
        for height in range(max(heights.values(), default=-1) + 1)
    ]


def rings_of_modules(graph: grimp.ImportGraph, folder: str) -> list[tuple[str, ...]]:
    """The modules under a folder that import each other, whatever folders they lie in."""
    inside = below(graph, folder)
    return circles(
        {
            module: dict.fromkeys(
                sorted(graph.find_modules_directly_imported_by(module) & set(inside))
            )
            for module in inside
        }
    )


def folders(graph: grimp.ImportGraph, package: str) -> Iterator[Folder]:
    """The package and every folder under it, by name."""
    for name in below(graph, package):
        place = importlib.util.find_spec(name)
        if place is None or place.origin is None or not place.submodule_search_locations:
            continue
        origin = Path(place.origin)
        modules = sum(path.name != "__init__.py" for path in origin.parent.glob("*.py"))
        text = origin.read_text(encoding="utf-8")
        yield Folder(name, edges(graph, name), modules, REASON in text)


def shown(graph: grimp.ImportGraph, pair: tuple[str, str]) -> str:
    """An import as a reader finds it: the module, the line and its text."""
    lines = graph.get_import_details(importer=pair[0], imported=pair[1])
    first = lines[0] if lines else {"line_number": 0, "line_contents": f"import {pair[1]}"}
    return f"{pair[0]}:{first['line_number']}  {first['line_contents']}"


def told(graph: grimp.ImportGraph, folder: Folder) -> Iterator[str]:
    """The circles of a folder's children, and the fewest imports without which there is none."""
    rings = circles(folder.edges)
    for ring in rings:
        yield f"In {folder.name} a circle: {', '.join(ring)}"
    if rings:
        yield "  there is none without"
        yield from (
            f"    {shown(graph, pair)}"
            for pair in sorted(graph.nominate_cycle_breakers(folder.name))
        )


def drawing(folder: Folder) -> str:
    """The storeys as a picture: whoever imports stands above, circles are red."""
    levels = storeys(folder.edges)
    ringed = {name: circle for circle in circles(folder.edges) for name in circle}
    spots, width = placed(levels)
    height = 2 * EDGE + BOX + ROW * max(0, len(levels) - 1) + 30
    body = [*lines_drawn(folder, spots, ringed), *boxes_drawn(spots, ringed)]
    title = f"{folder.name}: {len(spots)} children, {len(levels)} storeys"
    frame = f'viewBox="0 0 {width} {height}" font-family="monospace" font-size="12"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {frame}>',
            f'<rect width="{width}" height="{height}" fill="white"/>',
            f'<text x="{EDGE}" y="{EDGE}" font-weight="bold">{escape(title)}</text>',
            *body,
            "</svg>\n",
        )
    )


def placed(levels: list[list[str]]) -> tuple[dict[str, tuple[int, int, int]], int]:
    """Left, top and width of each box, and the width of the whole; each storey is centred."""
    wide = {name: round(LETTER * len(name)) + 16 for level in levels for name in level}
    rows = [sum(wide[name] + GAP for name in level) - GAP for level in levels]
    whole = max(rows, default=0) + 2 * EDGE
    spots = {}
    for height, (level, row) in enumerate(zip(levels, rows, strict=True)):
        left = (whole - row) // 2
        for name in level:
            spots[name] = (left, EDGE + 30 + ROW * (len(levels) - 1 - height), wide[name])
            left += wide[name] + GAP
    return spots, max(whole, 400)


def lines_drawn(
    folder: Folder, spots: dict[str, tuple[int, int, int]], ringed: dict[str, tuple[str, ...]]
) -> Iterator[str]:
    """A line for each child that imports another, thicker for more imports."""
    for here, others in folder.edges.items():
        for there, pairs in others.items():
            (left, top, wide), (other, lower, broad) = spots[here], spots[there]
            red = there in ringed.get(here, ())
            beside = lower == top
            start = (left + wide // 2, top + (0 if beside else BOX))
            end = (other + broad // 2, lower)
            bend = top - 40 if beside else (start[1] + lower) // 2
            curve = f"M{start[0]} {start[1]}C{start[0]} {bend} {end[0]} {bend} {end[0]} {end[1]}"
            yield (
                f'<path d="{curve}" fill="none" stroke="{"crimson" if red else "slategray"}" '
                f'stroke-opacity="{1 if red else 0.45}" '
                f'stroke-width="{min(4.0, 0.8 + 0.2 * len(pairs)):.1f}">'
                f"<title>{escape(f'{here} imports {there}: {len(pairs)}')}</title></path>"
            )


def boxes_drawn(
    spots: dict[str, tuple[int, int, int]], ringed: dict[str, tuple[str, ...]]
) -> Iterator[str]:
    """A box with its name for each child."""
    for name, (left, top, wide) in spots.items():
        ink = "crimson" if name in ringed else "black"
        yield (
            f'<rect x="{left}" y="{top}" width="{wide}" height="{BOX}" rx="3" '
            f'fill="white" stroke="{ink}"/>'
            f'<text x="{left + wide // 2}" y="{top + 17}" text-anchor="middle" '
            f'fill="{ink}">{escape(name)}</text>'
        )


def draw(found: list[Folder], place: Path) -> None:
    """The first folder into a file, or each folder into a file of its own."""
    if place.suffix == ".svg":
        place.write_text(drawing(found[0]), encoding="utf-8")
        return
    place.mkdir(parents=True, exist_ok=True)
    for folder in found:
        (place / f"{folder.name}.svg").write_text(drawing(folder), encoding="utf-8")


def main() -> int:
    """Tell storeys, circles and numbers; draw and check when asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("package", nargs="?", default="condotta", help="a package, by dotted name")
    parser.add_argument("-o", dest="place", type=Path, help="a file FILE.svg, or a folder for all")
    parser.add_argument("--check", action="store_true", help="status 1 for a circle or a crowd")
    parser.add_argument("--types", action="store_true", help="count imports for types as well")
    chosen = parser.parse_args()
    root = chosen.package.partition(".")[0]
    graph = grimp.build_graph(root, cache_dir=None, exclude_type_checking_imports=not chosen.types)
    if chosen.package not in graph.modules:
        sys.exit(f"{chosen.package} is no package of {root}: name one as in condotta.rules.")
    found = list(folders(graph, chosen.package))
    if not found:
        sys.exit(f"{chosen.package} is a module, not a folder: name the folder it lies in.")
    for height, level in reversed(list(enumerate(storeys(found[0].edges)))):
        print(f"{height:>3}  {' '.join(level)}")
    circled = [line for folder in found for line in told(graph, folder)]
    rings = [
        f"Modules in a circle: {', '.join(ring)}"
        for ring in rings_of_modules(graph, chosen.package)
    ]
    print()
    print("\n".join([*rings, *circled] or ["No circles."]))
    print()
    for folder in found:
        note = "" if folder.modules <= MANY else "  (flat)" if folder.reason else "  too many"
        print(f"{folder.modules:>4}  {len(storeys(folder.edges)):>2} storeys  {folder.name}{note}")
    if chosen.place:
        draw(found, chosen.place)
    return int(chosen.check and bool(circled or any(folder.crowded for folder in found)))


if __name__ == "__main__":
    sys.exit(main())
