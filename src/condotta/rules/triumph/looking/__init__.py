"""Shapes and words that help an eye: zones, arcs, what lies beside the board."""
