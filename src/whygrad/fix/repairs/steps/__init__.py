"""Repairs of how parameters are updated, loaded and set."""
