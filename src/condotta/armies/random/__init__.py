"""Armies that the program fills: legal ones, with cards, in commands. [AL-15.2]"""
