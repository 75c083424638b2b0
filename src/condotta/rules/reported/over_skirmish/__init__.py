"""Carnage with skirmish armies at a real table: stratagems are paid, losses kept. [RB-30 to 34]"""
