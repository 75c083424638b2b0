"""Building an army, one change at a time. [AL-15]"""
