# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import prune


def train(net, x, y, steps):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(steps):
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 20), nn.ReLU(), nn.Linear(20, 3))
    x = torch.randn(50, 6)
    y = x[:, :3].argmax(1)
    print("dense", train(net, x, y, 5))
    for layer in (net[0], net[2]):
        prune.l1_unstructured(layer, "weight", amount=0.5)
    print("sparse", train(net, x, y, 5))
    for layer in (net[0], net[2]):
        prune.remove(layer, "weight")
    with torch.no_grad():
        print((net[0].weight == 0).float().mean().item(), (net(x).argmax(1) == y).float().mean().item())


main()
