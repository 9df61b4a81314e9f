# file: main.py
import torch
import torch.nn as nn

from smoothing import smoothed


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(2, 16), nn.Softplus(), nn.Linear(16, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(4):
        points = torch.rand(6, 5, 2)
        loss = (smoothed(net, points) - points.prod(-1)).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: smoothing.py
import torch
from torch.func import vmap


def jittered(net, point, width=0.1):
    return net(point + width * torch.randn_like(point)).squeeze(-1)  #! decoy


def along_path(net, path):
    return vmap(lambda point: jittered(net, point), randomness="different")(path)  #! decoy


def smoothed(net, paths):
    return vmap(lambda path: along_path(net, path))(paths)  #~ function-transforms
