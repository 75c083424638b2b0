"""Stands on the table: their bases, bodies, zones of control, who sees whom.

[TC-0.4, TC-0.7 to TC-0.11, TC-1.1, TC-5.9, TC-5.20, TC-5.21, TC-5.34, TC-7.20, TC-7.22]
"""
