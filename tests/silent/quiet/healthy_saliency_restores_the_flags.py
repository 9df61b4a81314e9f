# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def saliency(net, x):
    flags = [p.requires_grad for p in net.parameters()]
    for p in net.parameters():
        p.requires_grad_(False)
    was = net.training
    net.eval()
    x = x.clone().requires_grad_()
    (g,) = torch.autograd.grad(net(x).max(1).values.sum(), x)
    net.train(was)
    for p, f in zip(net.parameters(), flags):
        p.requires_grad_(f)
    return g.abs().mean().item()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Dropout(0.1), nn.Linear(16, 2))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(10):
        x = torch.randn(16, 6)
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, saliency(net, x))
    print(loss.item())


main()
