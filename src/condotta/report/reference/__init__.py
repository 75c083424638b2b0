"""The quick reference of a battle: what may be done when, the numbers, what differs, the cards."""
