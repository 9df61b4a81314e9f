import numpy as np


def auc(truth, scores):
    positive, negative = scores[truth == 1], scores[truth == 0]
    return float((positive[:, None] > negative[None, :]).mean())


def f1(truth, predicted):
    hit = sum(1 for t, p in zip(truth, predicted) if t and p)
    return 2 * hit / max(sum(truth) + sum(predicted), 1)
