"""The Charge phase: declared, overwatch, moved, heroic interventions. [SK-88 to SK-100]"""
