"""What passes send where their losses are not meant to go."""
