"""Bots: players that are given a view of the battle, never the truth behind it."""
