"""What is read off a position: regiments, arcs, sight, ground, charts. [FB-1, FB-2, FB-10, FB-13]

Flat because everything else reads these, and none of them changes anything.
"""
