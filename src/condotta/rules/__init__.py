"""Rulebooks: each base game and layer with its data, its clauses and its procedures."""
