"""Other processes and compiled code."""
