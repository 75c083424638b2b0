"""What can be read off a position: units, models, datasheets, sight, dice. [SK-1 to SK-24]"""
