"""Repairs of what an operation computes: another function, or the same one in a form that has a derivative."""
