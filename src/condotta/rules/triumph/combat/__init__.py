"""Close combat: who fights whom, factors, scores, results, odds.

[TC-2, TC-3.1 to TC-3.35, TC-3.70 to TC-3.86, TC-3.89, TC-3.98, TC-5.36, TC-5.47, TC-6.20,
TC-6.23, TC-7.21, TC-9.1 to TC-9.24, TC-9.33 to TC-9.36]
"""
