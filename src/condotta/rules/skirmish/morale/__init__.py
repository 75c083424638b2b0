"""The Morale phase. [SK-26, SK-112 to SK-116, SK-133]"""
