"""The Charge phase: declared, overwatch, moved, heroic interventions.

[SK-88 to SK-100, SK-148, SK-150, SK-151, SK-159]
"""
