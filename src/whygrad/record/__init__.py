"""The recorder: watches a program's tensors and keeps, for each living one, where it came from."""
