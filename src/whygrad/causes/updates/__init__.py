"""Learning rates, and whether updates arrive and last."""
