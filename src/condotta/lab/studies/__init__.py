"""Studies that come with the program, a file each."""
