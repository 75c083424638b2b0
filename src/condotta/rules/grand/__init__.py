"""GRAND TRIUMPH!: three commands a side, hidden markers, flank marches, demoralisation.

Flat because each module is one page of a short rulebook.
"""
