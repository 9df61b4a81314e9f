# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def loss_of(model, shift):
    x = torch.randn(24, 6)
    return F.mse_loss(model(x), x[:, :1] + shift)


def main():
    """Fast weights are loaded for each task, and the slow ones come back afterwards; validation borrows the average."""
    torch.manual_seed(5)
    model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 1))
    average = copy.deepcopy(model).requires_grad_(False)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for task in range(8):
        slow = copy.deepcopy(model.state_dict())
        for _ in range(2):
            optimizer.zero_grad()
            loss_of(model, task / 10).backward()
            optimizer.step()
        fast = copy.deepcopy(model.state_dict())
        model.load_state_dict({k: slow[k] + 0.5 * (fast[k] - slow[k]) for k in slow})
        for kept, p in zip(average.parameters(), model.parameters()):
            kept.lerp_(p.detach(), 0.1)
        own = copy.deepcopy(model.state_dict())
        model.load_state_dict(average.state_dict())
        with torch.no_grad():
            print(loss_of(model, 0.0).item())
        model.load_state_dict(own)


main()
