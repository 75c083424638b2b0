"""Skirmish battles: individually moved models in units, fought round by round. [SK-1]"""
