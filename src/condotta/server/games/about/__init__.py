"""All there is to know of one piece, game by game, by the rules' own functions."""
