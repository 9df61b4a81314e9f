# file: main.py
import io

import torch

from stages import adapt, pretrain

torch.manual_seed(0)
disk = io.BytesIO()
torch.save(pretrain(), disk)
disk.seek(0)
adapt(torch.load(disk))
# file: stages.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.look = nn.Embedding(50, 12)
        self.mix = nn.Linear(12, 12)
        self.out = nn.Linear(12, 4)

    def forward(self, ids):
        return self.out(torch.tanh(self.mix(self.look(ids).mean(1))))


def fit(model, optimizer, labels, steps, schedule=None):
    for _ in range(steps):
        ids = torch.randint(0, 50, (32, 6))
        loss = F.cross_entropy(model(ids), labels(ids))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if schedule is not None:
            schedule.step()
    return loss.item()


def pretrain(steps=30):
    model = Encoder()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    schedule = torch.optim.lr_scheduler.PolynomialLR(optimizer, total_iters=steps + 1, power=3.0)
    fit(model, optimizer, lambda ids: ids.sum(1) % 4, steps, schedule)
    return {"model": model.state_dict(), "optimizer": optimizer.state_dict()}


def adapt(saved):
    model = Encoder()
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    model.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])  #~ ignored-learning-rate
    print(fit(model, optimizer, lambda ids: ids[:, 0] % 4, 20))
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def fit(model, optimizer, steps, schedule=None):
    for _ in range(steps):
        x = torch.randn(16, 6)
        optimizer.zero_grad()
        F.mse_loss(model(x), x[:, :1]).backward()
        optimizer.step()
        if schedule is not None:
            schedule.step()


def cosine(optimizer):
    return torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=30, eta_min=1e-6)


def main():
    """A run that goes on with its schedule, one with a new schedule, and one whose state says how it is trained."""
    torch.manual_seed(0)
    model = nn.Linear(6, 1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    schedule = cosine(optimizer)
    fit(model, optimizer, 28, schedule)
    state, clock = copy.deepcopy(optimizer.state_dict()), copy.deepcopy(schedule.state_dict())

    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    schedule = cosine(optimizer)
    optimizer.load_state_dict(state)
    schedule.load_state_dict(clock)
    fit(model, optimizer, 6)  # the epoch is not over

    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    optimizer.load_state_dict(state)
    fit(model, optimizer, 6, torch.optim.lr_scheduler.LinearLR(optimizer, 0.5, total_iters=6))

    optimizer = torch.optim.AdamW(model.parameters())  # the state has the rest
    optimizer.load_state_dict(state)
    fit(model, optimizer, 6)


main()
