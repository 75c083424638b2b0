"""Battles of three or more armies, each for itself, and the mission Carnage. [CM-1]"""
