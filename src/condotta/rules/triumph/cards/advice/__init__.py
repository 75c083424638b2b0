"""What an old captain would say about his cards."""
