"""Watchers of what an optimizer keeps for its parameters."""
