"""Programs and operators that must do the same with and without recording; see `transparency.py`."""
