"""Rooms: battles, the people and bots at them, and what each is told.

Flat because each module is one thing that rooms do, and all of them share the room.
"""
