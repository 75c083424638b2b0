"""What is wrong with a roster, and what it costs, alone or in commands. [AL-9, AL-11, AL-16]"""
