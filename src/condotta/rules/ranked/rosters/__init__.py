"""Armies before they take a seat: units, and rosters that players have. [FB-2.1, FB-15]"""
