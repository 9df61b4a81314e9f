"""Modes that modules are switched to."""
