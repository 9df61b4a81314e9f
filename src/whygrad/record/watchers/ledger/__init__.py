"""What became of each pass, each write and each value: used by a step, kept until the next pass, or lost."""
