"""The systems as a table needs them: how a battle begins, and what may be asked of it."""
