"""GRAND TRIUMPH!: three commands a side, hidden markers, flank marches, demoralisation."""
