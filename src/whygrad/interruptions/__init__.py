"""What interrupts the program is the program's, also where it comes while our own code runs.

`signals.py` holds its signal handlers back until our code is over. `errors.py` tells an error that somebody raised into
our code from one of our own. Neither needs torch.
"""
