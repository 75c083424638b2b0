"""Hits, wounds and models removed, and what they score.

[FB-2.6, FB-6.8 to FB-6.12, FB-14.3, FB-14.7]
"""
