import numpy as np


def check_array(values):
    array = np.array(values)  #~ exported-while-recorded
    if array.ndim != 1:
        raise ValueError("expected a vector")
    return array


def average_precision(truth, score):
    truth, score = check_array(truth), check_array(score)
    order = np.argsort(-score)
    hits = truth[order]
    precision = np.cumsum(hits) / np.arange(1, len(hits) + 1)
    return float((precision * hits).sum() / max(hits.sum(), 1))
