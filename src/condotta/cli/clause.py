"""`condotta clause`: what a clause says in our words, and how sure we are of it."""
