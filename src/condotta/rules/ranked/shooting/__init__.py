"""The shooting phase: missiles, volleys, templates, war machines.

[FB-1.3, FB-1.11, FB-1.15, FB-6.1 to FB-6.7, FB-6.13 to FB-6.15, FB-12]
"""
