"""Carnage over skirmish battles, for which it was written. [CM-5]"""
