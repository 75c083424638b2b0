"""The Shooting phase: who may be shot with what, and what is usually fired.

[SK-14, SK-71 to SK-84, SK-87]
"""
