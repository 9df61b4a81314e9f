# file: main.py
import torch
import torch.nn as nn

from balance import balanced_step


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(8, 24), nn.ReLU())
        self.depth, self.normal = nn.Linear(24, 1), nn.Linear(24, 3)

    def forward(self, x):
        h = self.trunk(x)
        return self.depth(h), self.normal(h)


def main(steps=12):
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for step in range(steps):
        x = torch.randn(32, 8)
        depth, normal = net(x)
        losses = [(depth - x[:, :1]).abs().mean(), (normal - x[:, 1:4]).pow(2).mean()]
        norms = balanced_step(net, opt, losses)
        if step % 4 == 0:
            print(step, [round(l.item(), 4) for l in losses], norms)


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(8, 24), nn.ReLU())
        self.depth, self.normal = nn.Linear(24, 1), nn.Linear(24, 3)

    def forward(self, x):
        h = self.trunk(x)
        return self.depth(h), self.normal(h)


def main(steps=10):
    """The norm of each task's gradient is measured first; then all tasks go backward together, weighted by it."""
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for step in range(steps):
        x = torch.randn(32, 8)
        depth, normal = net(x)
        losses = [(depth - x[:, :1]).abs().mean(), (normal - x[:, 1:4]).pow(2).mean()]
        norms = []
        for loss in losses:
            opt.zero_grad()
            loss.backward(retain_graph=True)
            norms.append(torch.stack([p.grad.norm() for p in net.trunk.parameters()]).norm())
        opt.zero_grad()
        sum(loss / (norm + 1e-6) for loss, norm in zip(losses, norms)).backward()
        opt.step()
    print([loss.item() for loss in losses])


main()
# file: balance.py
import torch


def balanced_step(net, opt, losses):
    norms = []
    for i, loss in enumerate(losses):
        opt.zero_grad()  #~ gradient-cleared
        loss.backward(retain_graph=i + 1 < len(losses))
        got = [p.grad.norm() for p in net.trunk.parameters()]
        norms.append(round(torch.stack(got).norm().item(), 3))
    opt.step()
    return norms
