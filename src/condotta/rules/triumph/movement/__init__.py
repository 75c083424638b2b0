"""Moves: command, tactical moves, flank marches, falling back and pursuit.

[TC-0.5, TC-0.12, TC-1.4 to TC-1.6, TC-3.40 to TC-3.63, TC-3.90 to TC-3.97, TC-3.99, TC-4.3 to
TC-4.18, TC-5.2 to TC-5.8, TC-5.10 to TC-5.13, TC-5.22 to TC-5.26, TC-5.30, TC-5.32, TC-5.33,
TC-5.35, TC-5.37 to TC-5.46, TC-5.49, TC-5.50, TC-8.21, TC-8.22, TC-8.24, TC-8.29 to TC-8.31]
"""
