"""Position files: any moment of any system as JSON, what is then said, and what follows.

They settle disputes, report bugs and test rulings. See `docs/positions.md`.
"""
