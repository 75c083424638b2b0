"""Moves of all kinds but charges: reforms, flight, panic, newcomers.

[FB-1.6, FB-1.14, FB-2.4, FB-4.11 to FB-4.18, FB-4.23 to FB-4.25, FB-7.35, FB-8, FB-9.6, FB-11.1,
FB-11.7, FB-13.2, FB-13.4]
"""
