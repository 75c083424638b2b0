"""The Morale phase. [SK-112 to SK-116]"""
