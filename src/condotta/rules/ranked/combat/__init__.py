"""The close combat phase: blows, results, breaking, pursuit. [FB-7, FB-11.4]"""
