"""Steps, passes and what becomes of gradients."""
