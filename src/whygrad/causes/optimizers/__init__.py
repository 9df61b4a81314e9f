"""Optimizers, steps, clearing, clipping and scaling."""
