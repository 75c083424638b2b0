"""Rosters that people and their programs wrote. [AL-10, AL-11]"""
