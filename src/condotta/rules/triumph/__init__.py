"""TRIUMPH!, the 48-point game of section 0 to 11 of the clause register."""
