"""GRAND TRIUMPH! as one value: a layer over TRIUMPH!, which it neither changes nor copies."""

from __future__ import annotations

from condotta.rules.gathering import gathered, modules_of
from condotta.rules.grand.settings import DEFAULTS

GRAND = gathered("grand", 1, modules_of("condotta.rules.grand"), settings=DEFAULTS)
