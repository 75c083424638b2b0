"""What can be read off a position: units, models, datasheets, sight, dice.

[SK-1 to SK-3, SK-6, SK-8 to SK-13, SK-17, SK-19 to SK-25, SK-85, SK-86, SK-118, SK-120, SK-122,
SK-123, SK-129 to SK-131, SK-135, SK-145, SK-146, SK-161]
"""
