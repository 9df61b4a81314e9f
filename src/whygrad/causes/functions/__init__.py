"""Custom Functions and hooks."""
