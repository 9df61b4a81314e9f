# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def snapshot(model):
    """The weights as plain tensors, for the teacher."""
    state = model.state_dict()
    for name, value in state.items():
        value.requires_grad = False
    return state


def anchors(model):
    found = {}
    for name, parameter in model.named_parameters():
        value = parameter.detach()
        value.requires_grad_(False)
        found[name] = value
    return {name: value.clone() for name, value in found.items()}


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 3))
    teacher = copy.deepcopy(model).requires_grad_(False)
    start = anchors(model)
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(12):
        x = torch.randn(16, 6)
        drift = sum((p - start[n]).pow(2).sum() for n, p in model.named_parameters())
        loss = F.mse_loss(model(x), teacher(x) + x[:, :3]) + 0.01 * drift
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 3:
            teacher.load_state_dict(snapshot(model))
    print(loss.item())


main()
