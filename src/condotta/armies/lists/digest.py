"""Fingerprints of options and the version of a body of data. [AL-10.4, AL-12.7]"""

import hashlib

import msgspec

from condotta.armies.records import ArmyList, Option, TroopType

_ENCODER = msgspec.json.Encoder(order="sorted")


def digest(value: object) -> str:
    """First 8 hex digits of the SHA-256 of the value's JSON with sorted keys."""
    return hashlib.sha256(_ENCODER.encode(value)).hexdigest()[:8]


def fingerprint(option: Option) -> str:
    """Changes when description, types, minimum, maximum or note of the option do. [AL-10.4]"""
    types = [[entry.troop_type_code, entry.note] for entry in option.troop_entries]
    return digest([option.description, types, option.min, option.max, option.note])


def version(date: str, lists: tuple[ArmyList, ...], troops: tuple[TroopType, ...]) -> str:
    """Import date and a digest of the content, whatever order it was read in. [AL-12.7]"""
    return f"{date}-{content(lists, troops)}"


def content(lists: tuple[ArmyList, ...], troops: tuple[TroopType, ...]) -> str:
    """The digest part of a data version."""
    by_key = sorted(lists, key=lambda army: army.key)
    by_code = sorted(troops, key=lambda troop: troop.permanent_code)
    return digest([by_key, by_code])
