"""Reported battles: the field is a real table, and people say what happened there. [RB]

A layer over each base game. It takes the field away: pieces lie on the table without a place, the
phases that are fought there are played by hands, and whoever's turn it is reports what they
brought. Who suffers by a report confirms it. Everything else is the base game's and that of the
layers over it, unchanged: armies and what they are worth, command points, turns, losses that
demoralise, coffers, cards, bribes, objectives, victory.
"""
