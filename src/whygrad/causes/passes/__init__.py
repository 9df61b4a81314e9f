"""Backward passes, checkpoints and transforms that were asked for what they cannot do."""
