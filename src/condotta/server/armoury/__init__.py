"""The army builder as a page uses it."""
