"""Treachery: three to five players, one enemy a phase, everybody else neutral. TT-*"""
