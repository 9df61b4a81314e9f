"""Single tensors, their memory and their values."""
