"""The one error that is written for the person at the keyboard, and its hint."""

import difflib
from collections.abc import Iterable


class PlainError(Exception):
    """A failure told in one clear sentence that says what to do next.

    The command line prints the sentence and ends with status 2; there is never a traceback.
    """


UNREADABLE = (ValueError, RecursionError)
"""What decoders raise for bytes from outside that are damaged, of no alphabet, or too deep."""

CLOSE = 0.65
"""How alike two words are, out of 1, before one is offered for the other."""


def nearest(word: str, choices: Iterable[str]) -> str:
    """A question that offers the closest choice, or nothing when none is close.

    >>> nearest("stewart", ("random", "steward"))
    ' Did you mean steward?'
    >>> nearest("zebra", ("random", "steward"))
    ''
    """
    by_folded = {choice.casefold(): choice for choice in choices}
    close = difflib.get_close_matches(word.casefold(), list(by_folded), n=1, cutoff=CLOSE)
    return f" Did you mean {by_folded[close[0]]}?" if close else ""


def known(word: str, choices: Iterable[str]) -> str:
    """The closest choice as a question, or else all of them.

    >>> known("zebra", ("random", "steward", "miser"))
    ' There are random, steward and miser.'
    """
    *some, last = listed = list(choices)
    return nearest(word, listed) or f" There are {', '.join(some)} and {last}."
