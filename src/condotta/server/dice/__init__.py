"""The dice of a table: the cups they fall from, and the words that seats mix into them."""
