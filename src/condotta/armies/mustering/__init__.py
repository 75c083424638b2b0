"""An army ready for the table. [AL-16]"""
