# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def stash(net):
    return [p.detach() for p in net.parameters()]  #~ same-memory


@torch.no_grad()
def perturbed_loss(net, x, y, radius=0.3):
    """The loss at a random point nearby, with the weights put back afterwards."""
    kept = stash(net)
    for p in net.parameters():
        p.copy_(p + radius * torch.randn_like(p))
    loss = F.mse_loss(net(x), y)
    for p, before in zip(net.parameters(), kept):
        p.copy_(before)  #! decoy
    return loss.item()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(10):
        x = torch.randn(32, 5)
        y = x.sum(1, keepdim=True)
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), perturbed_loss(net, x, y))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def stash(net):
    return [p.detach().clone() for p in net.parameters()]


@torch.no_grad()
def perturbed_loss(net, x, y, radius=0.3):
    """The loss at a random point nearby, with the weights put back afterwards."""
    kept = stash(net)
    for p in net.parameters():
        p.copy_(p + radius * torch.randn_like(p))
    loss = F.mse_loss(net(x), y)
    for p, before in zip(net.parameters(), kept):
        p.copy_(before)
    return loss.item()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(10):
        x = torch.randn(32, 5)
        y = x.sum(1, keepdim=True)
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), perturbed_loss(net, x, y))


main()
