# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from logs import Norms


def main(steps=8):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 1))
    opt, norms = torch.optim.SGD(net.parameters(), lr=0.1), Norms()
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = F.mse_loss(net(x), x[:, :1])
        opt.zero_grad()
        loss.backward()
        norms.add(net)
        opt.step()
        print(step, f"{loss.item():.4f} {norms.values[-1]:.4f}")  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def centre(grad):
    grad.sub_(grad.mean())


def main(steps=8):
    """Gradients that are changed in place because that is wanted."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    net[0].weight.register_hook(centre)
    net[0].bias.register_hook(lambda grad: grad.mul_(0.5))
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = F.mse_loss(net(x), x[:, :1])
        opt.zero_grad()
        loss.backward()
        total = sum(p.grad.square().sum() for p in net.parameters()).sqrt()
        for p in net.parameters():
            p.grad.div_(total.clamp(min=1.0))
            p.grad.clamp_(-1, 1)
        opt.step()
        print(step, f"{loss.item():.4f} {total.item():.4f}")


if __name__ == "__main__":
    main()
# file: logs.py
class Norms:
    def __init__(self):
        self.values = []

    def add(self, net):
        total = 0.0
        for p in net.parameters():
            total += p.grad.square_().sum().item()  #~ hook-result
        self.values.append(total**0.5)
