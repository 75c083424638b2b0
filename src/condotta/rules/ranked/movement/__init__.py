"""Moves of all kinds but charges: reforms, flight, panic, newcomers. [FB-4.11 to 4.19, FB-8]"""
