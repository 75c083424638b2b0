"""The attack sequence, from the roll to hit to models removed, and its odds. [SK-56 to SK-70]"""
