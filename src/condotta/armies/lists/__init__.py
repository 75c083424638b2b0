"""What a list offers in a year, and a roster beside it. [AL-1 to AL-5, AL-15.1]"""
