"""Before the first turn: terrain, deployment, scouts and vanguards.

[FB-1.5, FB-9.7, FB-13.1, FB-13.3, FB-14.1, FB-14.6]
"""
