import torch
import torch.nn.functional as F


def composite(raw, step=0.2):
    alpha = 1 - torch.exp(-F.softplus(raw[..., 3]) * step)
    through = torch.cumprod(1 - alpha, -1).roll(1, -1)
    through = torch.cumprod(1 - alpha + 1e-10, -1)
    through[:, 0] = 1.0  #~ modified-in-place
    weights = alpha * through
    color = torch.zeros(len(raw), 3)
    color += (weights[..., None] * raw[..., :3].sigmoid()).sum(1)  #! decoy
    return color
