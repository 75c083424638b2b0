"""Battle rounds, turns and phases, and when a battle is over. [SK-27 to SK-29, SK-165]"""
