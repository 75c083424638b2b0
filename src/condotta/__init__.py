"""Condotta conducts multiplayer tabletop miniature battles."""

__version__ = "0.1.0"
