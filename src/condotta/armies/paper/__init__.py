"""Lists and rosters as text, tables and pages, and read again. [AL-15.5, AL-15.6]"""
