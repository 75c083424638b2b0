"""The close combat phase: blows, results, breaking, pursuit.

[FB-2.5, FB-7.1 to FB-7.34, FB-7.36, FB-9.1, FB-9.2, FB-9.4, FB-9.5, FB-9.8, FB-11.4, FB-11.8]
"""
