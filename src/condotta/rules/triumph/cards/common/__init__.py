"""What several cards share, and the longer part of one: acts, screens, pairs, masquerades. [BC-0]

Flat because each module serves cards that stand beside this folder, and is named by their noun.
"""
