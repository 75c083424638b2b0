"""Armies before they take a seat: units, and rosters that players have.

[FB-2.1, FB-10.1, FB-11.5, FB-14.2, FB-15, FB-17]
"""
