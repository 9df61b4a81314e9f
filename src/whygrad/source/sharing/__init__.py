"""What the source tells of names that stand for one thing: aliases, twins, values that are used again."""
