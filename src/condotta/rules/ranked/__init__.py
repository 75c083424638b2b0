"""The core of ranked battles: regiments in ranks and files, of any number of seats."""
