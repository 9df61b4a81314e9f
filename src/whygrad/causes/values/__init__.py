"""The gradient arrives, and its value is zero, nan or wrong."""
