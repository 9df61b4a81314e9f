"""The training as a whole: passes, steps, and which of them are inspected."""
