"""The Movement phase: walking, transports, reinforcements.

[SK-30 to SK-45, SK-158, SK-162 to SK-164]
"""
