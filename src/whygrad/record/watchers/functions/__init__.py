"""Custom Functions, checkpoints and hooks."""
