"""Where a value in plain Python came from, read from the text."""
