"""Modules and what they hold."""
