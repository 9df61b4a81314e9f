# file: main.py
import torch
import torch.nn.functional as F

from gates import GatedNet


def main():
    torch.manual_seed(0)
    net = GatedNet()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(40, 6)
    y = x[:, :2].sum(1, keepdim=True)
    for epoch in range(6):
        out, gate = net(x)
        loss = F.mse_loss(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), gate.sum().item())  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from quiet_gates import GatedNet


def main():
    torch.manual_seed(0)
    net = GatedNet()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(40, 6)
    y = x[:, :2].sum(1, keepdim=True)
    for epoch in range(6):
        out, gate = net(x)
        loss = F.mse_loss(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), gate.sum().item())


if __name__ == "__main__":
    main()
# file: gates.py
import torch
import torch.nn as nn


class GatedNet(nn.Module):
    """Learns which inputs it needs."""

    def __init__(self, d=6):
        super().__init__()
        self.logit = nn.Parameter(torch.zeros(d))
        self.net = nn.Sequential(nn.Linear(d, 12), nn.ReLU(), nn.Linear(12, 1))

    def forward(self, x):
        keep = torch.sigmoid(self.logit)
        gate = torch.bernoulli(keep)  #~ sampled-value|no-derivative|zero-derivative|zero-gradient
        return self.net(x * gate), gate.detach()  #! decoy
# file: quiet_gates.py
import torch
import torch.nn as nn


class GatedNet(nn.Module):
    """Learns which inputs it needs."""

    def __init__(self, d=6):
        super().__init__()
        self.logit = nn.Parameter(torch.zeros(d))
        self.net = nn.Sequential(nn.Linear(d, 12), nn.ReLU(), nn.Linear(12, 1))

    def forward(self, x):
        keep = torch.sigmoid(self.logit)
        gate = torch.bernoulli(keep).detach() + keep - keep.detach()
        return self.net(x * gate), gate.detach()
