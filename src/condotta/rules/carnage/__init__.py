"""Battles of three or more armies, each for itself, and the mission Carnage. [CM-1]

Flat because it is one mission; what each game under it does is in the folders `over_…`.
"""
