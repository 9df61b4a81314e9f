# file: main.py
import copy

import torch
import torch.nn as nn
from torch.func import functional_call

from population import mutate


def fitness(model, weights, x, y):
    return nn.functional.mse_loss(functional_call(model, weights, (x,)), y)


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.randn(30, 3)
    y = x.sum(dim=1, keepdim=True)
    best, best_loss = None, float("inf")
    for generation in range(4):
        weights = copy.deepcopy(model.state_dict())  #~ copied-tensor
        losses = [fitness(model, mutate(weights, 0.01), x, y) for _ in range(3)]
        loss = torch.stack(losses).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if loss.item() < best_loss:  #! decoy
            best, best_loss = copy.deepcopy(model.state_dict()), loss.item()  #! decoy
    print(best_loss, len(best))


if __name__ == "__main__":
    main()
# file: population.py
import torch


def mutate(weights, sigma):
    return {name: w + sigma * torch.randn_like(w) for name, w in weights.items()}
