"""Close combat: who fights whom, factors, scores, results, odds. [TC-3, TC-9]"""
