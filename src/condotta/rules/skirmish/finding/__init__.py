"""Ways of models: the judge of every move, and the finding of moves that it allows.

[SK-18, SK-136, SK-156]
"""
