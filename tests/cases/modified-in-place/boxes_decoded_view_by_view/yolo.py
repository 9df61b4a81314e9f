import torch
import torch.nn as nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(8, 5, 1)
        self.register_buffer("anchor", torch.tensor([1.0, 0.5]))

    def forward(self, feat):
        out = self.conv(torch.relu_(feat * 1.0)).permute(0, 2, 3, 1).contiguous()  #! decoy
        out[..., 2:4].exp_()  #~ modified-in-place
        out[..., 0:2].sigmoid_()  #~ modified-in-place
        out[..., 4].sigmoid_()  #~ modified-in-place
        return out
