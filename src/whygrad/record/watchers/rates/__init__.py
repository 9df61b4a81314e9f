"""Which learning rates steps have used."""
