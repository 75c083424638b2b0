"""Stands on the table: their bases, bodies, zones of control, who sees whom. [TC-2, TC-5.20]"""
