"""Treachery over TRIUMPH!: the host of TO-1 to TO-12."""
