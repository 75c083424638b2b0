"""Treachery over ranked battles, the host it was written for. [TT]"""
