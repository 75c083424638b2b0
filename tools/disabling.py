"""A pytest plugin that disables one rule function: its body gives the answer that says nothing.

`CONDOTTA_DISABLE=condotta.rules.triumph.movement.legal_moves:going_refusals:()` makes the module
load with
that function returning `()`. Used by `survivors.py`; see there.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from types import ModuleType


class Disabler(ast.NodeTransformer):
    """Replaces the body of one function, named by its dotted place in the module."""

    def __init__(self, name: str, answer: str) -> None:
        self.wanted = name.split(".")
        self.answer = answer
        self.place: list[str] = []
        self.found = False

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Go into a class, remembering where we are."""
        self.place.append(node.name)
        self.generic_visit(node)
        self.place.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Empty the function if it is the one."""
        if [*self.place, node.name] == self.wanted:
            source = "return\nyield" if self.answer == "nothing" else f"return {self.answer}"
            node.body = (
                ast.parse(f"def _():\n    {source.replace(chr(10), chr(10) + '    ')}").body[0].body
            )
            self.found = True
        return node


class Loader(importlib.machinery.SourceFileLoader):
    """Loads a module with one function disabled; never from a cached compilation."""

    def __init__(self, fullname: str, path: str, name: str, answer: str) -> None:
        super().__init__(fullname, path)
        self.name_to_disable = name
        self.answer = answer

    def get_code(self, fullname: str) -> object:
        """The compiled module, changed."""
        path = self.get_filename(fullname)
        tree = ast.parse(self.get_data(path))
        disabler = Disabler(self.name_to_disable, self.answer)
        tree = ast.fix_missing_locations(disabler.visit(tree))
        if not disabler.found:
            raise ImportError(f"{fullname} has no function {self.name_to_disable}")
        return compile(tree, path, "exec")


class Finder(importlib.abc.MetaPathFinder):
    """Finds the one module that is to be changed."""

    def __init__(self, module: str, name: str, answer: str) -> None:
        self.module = module
        self.name = name
        self.answer = answer

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The changed module's spec; None for every other."""
        del target
        if fullname != self.module:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is None or spec.origin is None:
            return None
        loader = Loader(fullname, spec.origin, self.name, self.answer)
        return importlib.util.spec_from_file_location(fullname, spec.origin, loader=loader)


if wanted := os.environ.get("CONDOTTA_DISABLE"):
    module, name, answer = wanted.split(":", 2)
    if module in sys.modules:
        raise RuntimeError(f"{module} was loaded before its function could be disabled")
    sys.meta_path.insert(0, Finder(module, name, answer))
