"""Studies: battles by the thousand to a plan, each recorded so that it can be fought again.

A plan becomes fixtures, fixtures are fought, records are kept, and figures are made of records.
"""
