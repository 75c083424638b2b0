"""Before the first turn: missions, terrain, deployment.

[SK-7, SK-16, SK-27, SK-117, SK-121, SK-141, SK-144, SK-153]
"""
