"""What is read off a position: regiments, arcs, sight, ground, charts.

[FB-1.1, FB-1.4, FB-1.7 to FB-1.10, FB-1.12, FB-1.13, FB-2.1 to FB-2.3, FB-4.1, FB-4.19, FB-4.21,
FB-9.3, FB-10.3, FB-11.2, FB-11.3, FB-11.6, FB-13.1]

Flat because everything else reads these, and none of them changes anything.
"""
