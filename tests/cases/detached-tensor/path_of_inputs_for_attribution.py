# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from attribute import integrated_gradients


def train(net, steps=4):
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(steps):
        x = torch.randn(32, 5)
        loss = F.cross_entropy(net(x), x[:, 0].gt(0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 12), nn.Softplus(), nn.Linear(12, 2))
    train(net)
    net.eval()
    print(integrated_gradients(net, torch.randn(2, 5), label=1))


main()
# file: attribute.py
import torch


def integrated_gradients(model, x, label, steps=4):
    baseline = torch.zeros_like(x)
    total = torch.zeros_like(x)
    for k in range(1, steps + 1):
        point = (baseline + k / steps * (x - baseline)).requires_grad_()
        score = model(point.clone().detach())[:, label].sum()  #~ detached-tensor
        (g,) = torch.autograd.grad(score, point)
        total += g  #! decoy
    return (x - baseline) * total / steps
