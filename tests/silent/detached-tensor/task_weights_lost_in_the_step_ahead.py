# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from terms import Terms, batch


def main():
    torch.manual_seed(0)
    net, terms = nn.Linear(6, 3), Terms(3)
    train = torch.optim.SGD(net.parameters(), lr=0.05)
    outer = torch.optim.Adam(terms.parameters(), lr=0.05)
    for step in range(8):
        x, y = batch()
        ahead = nn.Linear(6, 3)
        ahead.load_state_dict(net.state_dict())  #! decoy
        grads = torch.autograd.grad(terms(ahead(x), y), list(ahead.parameters()), create_graph=True)
        with torch.no_grad():  #~ grad-disabled
            for p, g in zip(ahead.parameters(), grads):
                p.add_(g, alpha=-0.05)  #~ detached-tensor
        vx, vy = batch()
        held_out = F.mse_loss(ahead(vx), vy)
        outer.zero_grad()
        held_out.backward()
        outer.step()
        loss = F.mse_loss(net(x), y)
        train.zero_grad()
        loss.backward()
        train.step()
        print(step, loss.item(), terms.scale.tolist())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call

from terms import Terms, batch


def main():
    torch.manual_seed(0)
    net, terms = nn.Linear(6, 3), Terms(3)
    train = torch.optim.SGD(net.parameters(), lr=0.05)
    outer = torch.optim.Adam(terms.parameters(), lr=0.05)
    for step in range(8):
        x, y = batch()
        ahead = {name: p.detach().requires_grad_() for name, p in net.named_parameters()}
        cost = terms(functional_call(net, ahead, (x,)), y)
        grads = torch.autograd.grad(cost, list(ahead.values()), create_graph=True)
        ahead = {name: p - 0.05 * g for (name, p), g in zip(ahead.items(), grads)}
        vx, vy = batch()
        held_out = F.mse_loss(functional_call(net, ahead, (vx,)), vy)
        outer.zero_grad()
        held_out.backward()
        outer.step()
        loss = F.mse_loss(net(x), y)
        train.zero_grad()
        loss.backward()
        train.step()
        print(step, loss.item(), terms.scale.tolist())


main()
# file: terms.py
import torch
import torch.nn as nn


class Terms(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.scale = nn.Parameter(torch.zeros(n))

    def forward(self, out, y):
        return (self.scale.exp() * (out - y).square().mean(0)).sum()


def batch(n=16):
    x = torch.randn(n, 6)
    return x, x[:, :3] * 2 + 0.1 * torch.randn(n, 3)
