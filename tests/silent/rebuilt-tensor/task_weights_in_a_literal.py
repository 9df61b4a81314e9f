# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from weighting import Uncertainty


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(6, 16)
        self.a, self.b = nn.Linear(16, 1), nn.Linear(16, 2)

    def forward(self, x):
        h = torch.relu(self.trunk(x))
        return self.a(h), self.b(h)


def main(steps=8):
    torch.manual_seed(0)
    net, weigh = Net(), Uncertainty()
    opt = torch.optim.Adam([*net.parameters(), *weigh.parameters()], lr=1e-2)
    for step in range(steps):
        x = torch.randn(32, 6)
        a, b = net(x)
        loss = weigh(F.mse_loss(a, x[:, :1]), F.cross_entropy(b, (x[:, 1] > 0).long()))  #! decoy
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
# file: weighting.py
import torch
import torch.nn as nn


class Uncertainty(nn.Module):
    def __init__(self):
        super().__init__()
        self.regression = nn.Parameter(torch.zeros(()))
        self.classification = nn.Parameter(torch.zeros(()))

    def forward(self, *losses):
        s = torch.tensor([self.regression, self.classification])  #~ rebuilt-tensor
        return (torch.exp(-s) * torch.stack(losses) + s).sum()
