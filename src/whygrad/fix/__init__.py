"""Repairs that were seen to work: candidate changes, trials of each in a process of its own, and a verdict on each."""
