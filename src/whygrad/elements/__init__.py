"""Gradients of single elements."""
