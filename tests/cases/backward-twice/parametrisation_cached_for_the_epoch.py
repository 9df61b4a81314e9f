# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.nn.utils.parametrize as parametrize

from layers import Rotation


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mix = nn.Linear(6, 6)
        parametrize.register_parametrization(self.mix, "weight", Rotation())
        self.out = nn.Linear(6, 2)

    def forward(self, x):
        for _ in range(3):
            x = torch.tanh(self.mix(x))
        return self.out(x)


def evaluate(net, x):
    with torch.no_grad(), parametrize.cached():  #! decoy
        return net(x).argmax(1).float().mean().item()


def main():
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for epoch in range(2):
        with parametrize.cached():  #~ backward-twice
            for _ in range(3):
                x, y = torch.randn(16, 6), torch.randint(0, 2, (16,))
                loss = F.cross_entropy(net(x), y)
                opt.zero_grad()
                loss.backward()
                opt.step()
        print(epoch, loss.item(), evaluate(net, x))


main()
# file: layers.py
import torch
import torch.nn as nn


class Rotation(nn.Module):
    def forward(self, w):
        skew = w.triu(1)
        return torch.matrix_exp(skew - skew.transpose(-1, -2))
