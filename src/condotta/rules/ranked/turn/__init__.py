"""Turns and phases, and when a battle is over. [FB-3, FB-14.4, FB-14.5, FB-14.8, FB-14.9]"""
