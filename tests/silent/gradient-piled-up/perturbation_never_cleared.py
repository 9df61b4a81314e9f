# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from attack import perturb


def main(steps=5):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(16, 6)
        y = x[:, :3].argmax(1)
        delta = perturb(net, x, y)
        loss = F.cross_entropy(net(x + delta), y)
        opt.zero_grad()  #! decoy
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: attack.py
import torch
import torch.nn.functional as F


def perturb(net, x, y, eps=0.3, rate=0.1, rounds=5):
    delta = torch.zeros_like(x, requires_grad=True)
    for _ in range(rounds):
        loss = F.cross_entropy(net(x + delta), y)
        loss.backward()  #~ gradient-piled-up
        delta.data = (delta + rate * delta.grad).clamp(-eps, eps)  #~ gradient-piled-up
    return delta.detach()  #! decoy
