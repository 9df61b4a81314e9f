"""Random programs, written as text, and what is seen of them with and without recording."""
