"""An independent account of a battle, from the events of its log alone.

Losses, scores, coffers, whose turn comes when, and who has won are added up a second time, by code
that shares nothing with the rules: it may import the records of the kernel, and no rule, no table
of a game, no report. Whatever the log says of a number is compared with that account the moment it
says it; `auditing` compares besides what the program answers at every decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from condotta.lab.oracle.account import Account, Wrong
from condotta.lab.oracle.intrigues import OverRanked, OverTriumph
from condotta.lab.oracle.many import Carnage, CarnageInRanks
from condotta.lab.oracle.models import Skirmish
from condotta.lab.oracle.ranks import Ranked
from condotta.lab.oracle.stands import Grand, Triumph
from condotta.lab.oracle.tables import ReportedCarnage

ACCOUNTS: Mapping[str, type[Account]] = {
    "triumph": Triumph,
    "grand": Grand,
    "treachery+triumph": OverTriumph,
    "ranked": Ranked,
    "treachery": OverRanked,
    "skirmish": Skirmish,
    "carnage": Carnage,
    "carnage+ranked": CarnageInRanks,
    "carnage+reported": ReportedCarnage,
}
"""Who keeps the account of a system; a variant without one has that of its kind."""


def account(system: str, settings: Mapping[str, Any]) -> Account:
    """A new account of a battle by those settings."""
    return ACCOUNTS[system](settings)


__all__ = ["ACCOUNTS", "Account", "Wrong", "account"]
