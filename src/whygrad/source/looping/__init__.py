"""What stands in a loop, and what stands after it."""
