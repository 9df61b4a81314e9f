import numpy as np


def heat(picture):
    """The share of cells that are lit."""
    return float(np.count_nonzero(picture)) / picture.size
