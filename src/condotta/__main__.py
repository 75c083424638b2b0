"""`python -m condotta` is the command line."""

import sys

from condotta.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
