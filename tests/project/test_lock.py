"""The lock pins and hashes everything, and names no address."""

import re
import tomllib

import pytest


@pytest.fixture
def lock(root):
    return (root / "requirements.lock").read_text()


def name_of(requirement: str) -> str:
    return re.split(r"[<>=!~; \[]", requirement)[0].lower()


def test_the_lock_names_no_address(lock):
    assert "://" not in lock
    assert "--index" not in lock


def test_every_pin_has_a_hash(lock):
    blocks = re.split(r"\n(?=\S)", lock.strip())
    assert blocks
    assert all("==" in block and "--hash=sha256:" in block for block in blocks)


def test_everything_declared_is_pinned(lock, root):
    project = tomllib.loads((root / "pyproject.toml").read_text())
    declared = project["project"]["dependencies"] + project["dependency-groups"]["dev"]
    pinned = set(re.findall(r"^([\w.-]+)==", lock, re.MULTILINE))
    assert {name_of(one) for one in declared} <= pinned
