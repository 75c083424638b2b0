"""Position files: any moment of any system as JSON, what is then said, and what follows.

They settle disputes, report bugs and test rulings. See `docs/positions.md`.

Flat because each module is one system's part of the same file: its pieces, acts, questions.
"""
