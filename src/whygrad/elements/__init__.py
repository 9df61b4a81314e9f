"""Gradients of and for single elements of a tensor."""
