"""Treachery: three to five players, one enemy a phase, everybody else neutral. [TT]

Flat because each module is one section of the rulebook; what a host does is in `over_…`.
"""
