"""What is read off a position: regiments, arcs, sight, ground, charts. [FB-1, FB-2, FB-10, FB-13]

One module more than fifteen, as everything else reads these; none of them changes anything.
"""
