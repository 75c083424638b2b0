"""Before the first turn: terrain, deployment, scouts and vanguards. [FB-13.1, FB-14.1, FB-9.7]"""
