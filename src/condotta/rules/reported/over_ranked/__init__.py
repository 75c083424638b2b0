"""Ranked battles at a real table, alone or with treachery. [RB-2, RB-3, RB-20 to RB-22]"""
