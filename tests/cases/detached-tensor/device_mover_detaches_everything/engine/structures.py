from typing import NamedTuple

import torch


class Outputs(NamedTuple):
    name: str
    tensors: dict
    mask: object


def apply_to_collection(data, fn):
    if isinstance(data, torch.Tensor):
        return fn(data)
    if isinstance(data, dict):
        return {key: apply_to_collection(value, fn) for key, value in data.items()}
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*(apply_to_collection(value, fn) for value in data))
    if isinstance(data, (list, tuple)):
        return type(data)(apply_to_collection(value, fn) for value in data)
    return data
