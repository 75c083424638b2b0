"""Studies: battles by the thousand to a plan, each recorded so that it can be fought again.

A plan becomes fixtures, fixtures are fought, records are kept, and figures are made of records.

Flat because it is one way, from the plan to the page, and each module a step of it.
"""
