"""Bots: players that are given a view of the battle, never the truth behind it.

Flat because each module is one bot or one thing that all of them use.
"""
