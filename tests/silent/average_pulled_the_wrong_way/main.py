import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

from polyak import Polyak


def main():
    torch.manual_seed(0)
    actor = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 2))
    polyak = Polyak(actor, keep=0.95)
    optimizer = torch.optim.Adam(actor.parameters(), lr=3e-3)
    for step in range(10):
        state = torch.randn(32, 5)
        loss = F.mse_loss(actor(state), state[:, :2].sin())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        polyak.update()
        print(step, loss.item())  #! decoy


main()
