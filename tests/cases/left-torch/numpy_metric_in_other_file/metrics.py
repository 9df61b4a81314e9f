import numpy as np
import torch


def to_array(values):
    if isinstance(values, torch.Tensor):
        values = values.detach().cpu().numpy()  #~ left-torch|detached-tensor
    return np.asarray(values, dtype=np.float64)


def r2(y_true, y_pred):
    y_true, y_pred = to_array(y_true), to_array(y_pred)
    residual = ((y_true - y_pred) ** 2).sum()
    return 1 - residual / ((y_true - y_true.mean()) ** 2).sum()


def mean_absolute_percentage_error(y_true, y_pred, eps=1e-8):
    y_true, y_pred = to_array(y_true), to_array(y_pred)
    ratio = np.abs(y_true - y_pred) / np.maximum(np.abs(y_true), eps)
    return torch.as_tensor(np.mean(ratio))  #~ left-torch
