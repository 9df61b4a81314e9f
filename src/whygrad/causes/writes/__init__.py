"""A tensor was written, and autograd cannot follow or forbids it."""
