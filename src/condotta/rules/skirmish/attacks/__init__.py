"""The attack sequence, from the roll to hit to models removed, and its odds.

[SK-4, SK-5, SK-56 to SK-70, SK-109, SK-143, SK-149, SK-152, SK-157]
"""
