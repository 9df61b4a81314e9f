# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from surgery import combine


def main(steps=8):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 2))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(16, 6)
        out = net(x)
        losses = [F.mse_loss(out[:, 0], x[:, 0]), F.l1_loss(out[:, 1], x[:, 1])]
        combine(net, opt, losses)
        opt.step()
        print(step, [f"{loss.item():.4f}" for loss in losses])  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=8):
    """Copies put aside; a clipping by hand of what is there; a gradient taken twice on purpose."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 2))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(16, 6)
        out = net(x)
        aside = []
        for loss in (F.mse_loss(out[:, 0], x[:, 0]), F.l1_loss(out[:, 1], x[:, 1])):
            opt.zero_grad(set_to_none=False)
            loss.backward(retain_graph=True)
            aside.append([p.grad.clone() for p in net.parameters()])
        for p, one, two in zip(net.parameters(), *aside):
            p.grad = 0.5 * one + 0.5 * two
            p.grad = p.grad / p.grad.norm().clamp(min=1.0)
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: surgery.py
def combine(net, opt, losses):
    """The gradients of both tasks, without what they disagree about."""
    aside = {}
    for number, loss in enumerate(losses):
        opt.zero_grad(set_to_none=False)  #~ gradient-cleared
        loss.backward(retain_graph=True)  #! decoy
        for name, p in net.named_parameters():
            aside[number, name] = p.grad  #~ gradient-cleared
    for name, p in net.named_parameters():
        one, two = aside[0, name], aside[1, name]
        overlap = (one * two).sum().clamp(max=0) / (two * two).sum().clamp(min=1e-9)
        p.grad = one - overlap * two
