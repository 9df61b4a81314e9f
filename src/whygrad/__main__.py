"""`python -m whygrad` is the command `whygrad`."""

import sys

from whygrad.cli import main

if __name__ == "__main__":
    sys.exit(main())
