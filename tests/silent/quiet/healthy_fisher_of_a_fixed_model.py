# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 3))
    fisher = {n: torch.zeros_like(p) for n, p in net.named_parameters()}
    sharp = []
    for _ in range(10):
        x = torch.randn(16, 5)
        net.zero_grad()
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        loss.backward()
        for n, p in net.named_parameters():
            fisher[n] += p.grad.detach().pow(2) / 10
        ahead = {n: p.detach() + 0.05 * p.grad / p.grad.norm() for n, p in net.named_parameters()}
        with torch.no_grad():
            moved = torch.func.functional_call(net, ahead, (x,))
            sharp.append((F.cross_entropy(moved, x[:, :3].argmax(1)) - loss).item())
    print({n: v.sum().item() for n, v in fisher.items()}, sum(sharp))


main()
