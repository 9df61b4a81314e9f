# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from setup import add_weight_norm


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(6, 16), nn.Linear(16, 1)

    def forward(self, x):
        return self.b(torch.tanh(self.a(x)))


def main(steps=12):
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.SGD(net.parameters(), lr=0.05)  #~ stale-optimizer|not-in-optimizer
    add_weight_norm(net)
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = F.mse_loss(net(x), x[:, :1])
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import prune


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(6, 16), nn.Linear(16, 1)

    def forward(self, x):
        return self.b(torch.tanh(self.a(x)))


def main(steps=12):
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(steps):
        if step == 6:
            prune.l1_unstructured(net.a, "weight", amount=0.4)
        x = torch.randn(16, 6)
        loss = F.mse_loss(net(x), x[:, :1])
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: setup.py
import torch.nn as nn
from torch.nn.utils.parametrizations import weight_norm


def add_weight_norm(net):
    for layer in net.children():
        if isinstance(layer, nn.Linear):
            weight_norm(layer)  #~ stale-optimizer|not-in-optimizer
