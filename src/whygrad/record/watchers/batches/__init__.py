"""What was drawn to train on."""
