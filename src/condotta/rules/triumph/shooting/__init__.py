"""Ranged combat. [TC-6]"""
