import warnings

import torch

warnings.filterwarnings("ignore", message="To copy construct")


def to_tensor(values, dtype=torch.float32, device="cpu"):
    """Accepts lists, arrays and tensors."""
    return torch.tensor(
        values,  #~ rebuilt-tensor
        dtype=dtype,
        device=device,
    )
