# file: main.py
import torch
import torch.nn as nn

from noise import attach


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 1))
    attach(model, scale=0.01)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(3):
        loss = model(torch.randn(16, 6)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: noise.py
from functools import partial

import torch


def noisy(scale, grad):
    noise = scale * torch.randn_like(grad)
    return (grad + noise).half()  #~ hook-result


def watch(seen, grad):
    seen.append(grad.norm().item())


def attach(model, scale):
    seen = []
    for p in model.parameters():
        p.register_hook(partial(watch, seen))  #! decoy
        p.register_hook(partial(noisy, scale))
    return seen
