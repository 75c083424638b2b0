"""Moves: command, tactical moves, flank marches, falling back and pursuit. [TC-4, TC-5, TC-3.20]"""
