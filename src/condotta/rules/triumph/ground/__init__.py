"""The battlefield and its terrain, and the dice before the battle.

[TC-0.2, TC-0.6, TC-7.1 to TC-7.16, TC-7.31 to TC-7.36, TC-7.38 to TC-7.40, TC-11.8]
"""
