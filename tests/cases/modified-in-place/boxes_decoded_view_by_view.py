# file: main.py
import torch
import torch.nn.functional as F

from yolo import Head


def main():
    torch.manual_seed(0)
    head = Head()
    opt = torch.optim.Adam(head.parameters(), lr=1e-3)
    for step in range(3):
        feat, box = torch.randn(2, 8, 4, 4), torch.rand(2, 4, 4, 4)
        out = head(feat)
        loss = F.mse_loss(out[..., :4], box) + F.binary_cross_entropy(out[..., 4], (box[..., 0] > 0.5).float())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: yolo.py
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
