"""The addresses of the live table, and what stands before each of them."""
