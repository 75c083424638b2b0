"""Ranged combat. [TC-6.1 to TC-6.17, TC-6.21]"""
