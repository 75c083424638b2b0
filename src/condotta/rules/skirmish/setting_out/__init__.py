"""Before the first turn: missions, terrain, deployment. [SK-16, SK-27, SK-117, SK-121]"""
