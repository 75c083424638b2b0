"""What a table keeps: battles, batches of events, secrets of people."""
