"""Looking up a rule: clauses by the words that people use, and the lines that keep each."""
