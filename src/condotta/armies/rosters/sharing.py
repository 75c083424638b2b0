"""Share codes: a whole selection in one line of text that loads without a network. [AL-15.6]

A code is `CA1.`, then base64url of the compressed selection. Names of options and fingerprints
travel with it, so that a newer data version says what changed instead of refusing. The text may be
broken by blanks or line ends, as mail does.
"""

import base64
import binascii
import re
import zlib

import msgspec

from condotta.armies.records import Roster
from condotta.armies.rosters.rosters import read_roster
from condotta.errors import PlainError
from condotta.words import say

MARK = "CA1."
LARGEST = 200_000
"""Bytes that a code may unpack to; a roster has a few hundred."""

_SHORT = {
    "l": "label",
    "k": "listKey",
    "n": "armyListName",
    "d": "dataVersion",
    "r": "rulesVersion",
    "g": "gameSize",
    "y": "year",
    "v": "variant",
    "c": "contingents",
    "s": "stands",
    "b": "general",
    "a": "armyCards",
    "t": "troopCards",
    "f": "fingerprints",
    "m": "commands",
}


def share_code(roster: Roster) -> str:
    """The code of a roster; its internal id stays at home."""
    full = msgspec.to_builtins(roster)
    empty = msgspec.to_builtins(Roster())
    kept = {key: full[name] for key, name in _SHORT.items() if full.get(name) != empty.get(name)}
    packed = zlib.compress(msgspec.json.encode(kept, order="sorted"), 9)
    return MARK + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def from_code(text: str) -> Roster:
    """The roster of a code; what is none is one sentence. Fields nobody knows are passed over."""
    code = re.sub(r"\s+", "", text)
    if not code.startswith(MARK):
        newer = re.match(r"CA\d+\.", code)
        raise PlainError(say("army.codeNewer" if newer else "army.noCode"))
    draft = read_roster(_named(code.removeprefix(MARK)))
    if not draft.roster.list_key and not draft.roster.army_list_name:
        raise PlainError(say("army.noCode"))
    return draft.roster


def _named(body: str) -> dict[str, object]:
    try:
        packed = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(packed, LARGEST)
        short = msgspec.json.decode(text)
    except (binascii.Error, ValueError, zlib.error, RecursionError) as error:
        raise PlainError(say("army.noCode")) from error
    if not isinstance(short, dict) or unpacker.unconsumed_tail:
        raise PlainError(say("army.noCode"))
    return {_SHORT[key]: value for key, value in short.items() if key in _SHORT}
