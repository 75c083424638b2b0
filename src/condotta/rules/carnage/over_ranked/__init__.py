"""Carnage over armies in ranks and files. [CR-1]"""
