# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from wire import compress, restore


def main():
    torch.manual_seed(0)
    worker = nn.Linear(5, 2)
    server = nn.Linear(5, 2)
    server.load_state_dict(worker.state_dict())
    opt = torch.optim.SGD(server.parameters(), lr=0.1)
    for rnd in range(3):
        x, y = torch.randn(8, 5), torch.randint(0, 2, (8,))
        worker.zero_grad()
        F.cross_entropy(worker(x), y).backward()
        restore(server, compress(worker))
        opt.step()
        worker.load_state_dict(server.state_dict())
        print(rnd, server.weight.norm().item())


main()
# file: wire.py
import torch


def compress(net):
    return [p.grad.detach().half() for p in net.parameters()]  #! decoy


def restore(net, message):
    for p, g in zip(net.parameters(), message):
        p.grad = g  #~ grad-assignment
