# file: main.py
import torch
from torch import nn

from fitting import Fitting


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 12), nn.Tanh(), nn.Linear(12, 1))
    fitting = Fitting(net, torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9))
    for _ in range(14):
        x = torch.randn(24, 4)
        loss = fitting.learn(x, x.prod(1, keepdim=True))
        fitting.close()
    print(f"{loss:.3f}")


main()
# file: fitting.py
from torch import nn


class Fitting:
    def __init__(self, net, optimizer):
        self.net, self.optimizer, self.seen = net, optimizer, 0

    def learn(self, x, wanted):
        loss = nn.functional.mse_loss(self.net(x), wanted)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def close(self):
        self.optimizer.step()  #~ stepped-twice
        self.seen += 1
# file: quiet.py
import torch
from torch import nn


class Ahead(torch.optim.Optimizer):
    """Steps with another optimizer, and every few steps goes back half of the way."""

    def __init__(self, inner, every=5):
        self.inner, self.every, self.count = inner, every, 0
        super().__init__([p for group in inner.param_groups for p in group["params"]], {"lr": 0.0})
        self.slow = [p.detach().clone() for group in self.param_groups for p in group["params"]]

    @torch.no_grad()
    def step(self, closure=None):
        self.inner.step()
        self.count += 1
        if self.count % self.every == 0:
            for group in self.param_groups:
                for p, slow in zip(group["params"], self.slow):
                    slow.lerp_(p, 0.5)
                    p.copy_(slow)


torch.manual_seed(0)
net = nn.Linear(4, 1)
optimizer = Ahead(torch.optim.Adam(net.parameters(), lr=1e-2))
for _ in range(14):
    x = torch.randn(24, 4)
    loss = nn.functional.mse_loss(net(x), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"{loss.item():.3f}")
