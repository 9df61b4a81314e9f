"""The core: a call becomes an Origin."""
