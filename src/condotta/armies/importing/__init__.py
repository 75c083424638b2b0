"""Importing lists of others. [AL-12]"""
