"""The Fight phase: piling in, blows, consolidating.

[SK-101 to SK-108, SK-110, SK-111, SK-132, SK-155]
"""
