"""Armies before they are mustered: detachments, and rosters that players have.

[SK-15, SK-124 to SK-127, SK-138 to SK-140, SK-147, SK-154, SK-160]
"""
