"""Every clause of the army lists that can act is cited by a test. [AL]"""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
WHERE = ("armies/*.py", "cli/test_army*.py", "server/test_armoury*.py")
ID = re.compile(r"(?<![A-Za-z0-9-])AL-(\d+)\.(\d+)(?!\.?\d)")
NAMED = re.compile(r"(?<=_)al_(\d+)_(\d+)(?=_|\()")

CLAUSES = {1: 9, 2: 11, 3: 8, 4: 5, 5: 8, 6: 8, 7: 11, 8: 4, 9: 10, 10: 5,
           11: 16, 12: 10, 13: 8, 14: 4, 15: 7, 16: 9, 17: 11, 18: 3}  # fmt: skip
"""How many clauses each chapter has."""

IDLE = {
    "2.7": "says that AL-3 follows", "2.8": "says that AL-4 follows",
    "2.9": "says that AL-5 follows", "2.10": "says that AL-6 follows",
    "1.9": "without effect in play", "2.11": "about another program's page",
    "3.6": "without effect in rules",
    **{f"7.{number}": "how a service answers; what it answers is read by AL-12"
       for number in range(1, 12)},
    **{f"14.{number}": "compares versions of the sources" for number in range(1, 5)},
    **{f"17.{number}": "what players ask for, kept by other clauses" for number in range(1, 12)},
    "12.10": "says what a table import may follow",
    "15.7": "links between lists are kept; nothing seeks opponents by them",
    "18.3": "how numbers of the sources were checked",
}  # fmt: skip
"""Clauses that nothing could break, each with the reason."""


def cited() -> set[str]:
    """The clauses that a test names."""
    texts = (path.read_text(encoding="utf-8") for glob in WHERE for path in TESTS.glob(glob))
    return {
        ".".join(found) for text in texts for found in (*ID.findall(text), *NAMED.findall(text))
    }


def test_every_clause_that_can_act_is_cited():
    known = [f"{chapter}.{n}" for chapter, most in CLAUSES.items() for n in range(1, most + 1)]
    tested = cited()
    assert not [name for name in known if name not in tested and name not in IDLE]


def test_no_clause_is_cited_that_is_not_there():
    assert not [
        name
        for name in sorted(cited())
        if int(name.split(".")[1]) > CLAUSES[int(name.split(".")[0])]
    ]
