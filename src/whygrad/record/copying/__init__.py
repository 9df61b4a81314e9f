"""Copies what a question needs out of the living Origins."""
