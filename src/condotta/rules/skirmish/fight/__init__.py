"""The Fight phase: piling in, blows, consolidating. [SK-101 to SK-110]"""
