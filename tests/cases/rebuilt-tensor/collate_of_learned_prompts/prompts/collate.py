from collections.abc import Mapping, Sequence

import torch


def collate(items):
    """Batches nested samples: mappings by key, numbers and vectors into tensors."""
    first = items[0]
    if isinstance(first, Mapping):
        return {key: collate([item[key] for item in items]) for key in first}
    if isinstance(first, str):
        return list(items)
    if isinstance(first, Sequence):
        return [collate(column) for column in zip(*items)]
    if isinstance(first, torch.Tensor) and not first.is_floating_point():
        return torch.stack(items)
    return torch.tensor([item.tolist() if hasattr(item, "tolist") else item for item in items])  #~ rebuilt-tensor|left-torch
