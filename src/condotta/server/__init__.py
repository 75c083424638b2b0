"""The live table: rooms that hold battles, the people and bots at them, one protocol for all."""
