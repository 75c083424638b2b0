"""The laboratory: battles by the hundred, to hold the rules to their invariants and rate bots."""
