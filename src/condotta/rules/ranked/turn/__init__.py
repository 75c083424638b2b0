"""Turns and phases, and when a battle is over. [FB-3, FB-14]"""
