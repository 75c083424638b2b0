"""The laboratory: battles by the hundred, to hold the rules to their invariants and rate bots.

Flat because each module is one experiment that is run by its name, or one inspector of games.
"""
