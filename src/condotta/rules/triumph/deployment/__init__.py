"""Setting out: camps, the centre, forms, the order of battle.

[TC-8.1 to TC-8.7, TC-8.9, TC-8.10, TC-8.20, TC-8.23, TC-8.26 to TC-8.28, TC-8.32, TC-9.30 to
TC-9.32]
"""
