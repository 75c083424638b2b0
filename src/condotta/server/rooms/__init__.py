"""Rooms: battles, the people and bots at them, and what each is told."""
