import functools

import numpy as np
import torch


def array_api(fn):
    """Lets a NumPy function take and give tensors."""

    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        convert = lambda a: a.detach().cpu().numpy() if isinstance(a, torch.Tensor) else a  #~ left-torch|detached-tensor
        result = fn(*map(convert, args), **{k: convert(v) for k, v in kwargs.items()})
        return torch.from_numpy(np.ascontiguousarray(result, dtype=np.float32))  #~ left-torch

    return wrapper
