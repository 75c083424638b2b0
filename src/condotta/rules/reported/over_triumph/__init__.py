"""TRIUMPH! at a real table: command points and losses are kept, stands are not placed. [RB-10]"""
