# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from mixer import ShuffleMix


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(inplace=True), ShuffleMix(8), nn.Conv2d(8, 1, 1))  #! decoy
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.rand(2, 1, 8, 8)
        loss = F.mse_loss(net(x), x.flip(-1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: mixer.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class ShuffleMix(nn.Module):
    def __init__(self, ch):
        super().__init__()
        self.odd, self.even = nn.Conv2d(ch // 2, ch // 2, 1), nn.Conv2d(ch // 2, ch // 2, 1)

    def forward(self, x):
        x = x * 1.0
        x[:, ::2] = x[:, ::2] + torch.tanh(self.odd(x[:, 1::2]))
        x[:, 1::2] = x[:, 1::2] + torch.tanh(self.even(x[:, ::2]))  #~ modified-in-place
        return x
