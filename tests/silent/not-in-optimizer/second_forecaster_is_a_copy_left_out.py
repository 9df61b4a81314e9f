# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def batches(steps):
    for _ in range(steps):
        day, night = torch.randn(24, 6), torch.randn(24, 6) - 1.0
        yield day, day[:, :2].sum(1, keepdim=True), night, night[:, 2:4].sum(1, keepdim=True)


def main():
    torch.manual_seed(0)
    by_day = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 1))
    by_night = copy.deepcopy(by_day)
    optimizer = torch.optim.Adam(by_day.parameters(), lr=1e-2)  #~ not-in-optimizer
    for day, load, night, night_load in batches(20):
        loss = F.mse_loss(by_day(day), load) + F.mse_loss(by_night(night), night_load)  #! decoy
        by_day.zero_grad()
        by_night.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

# The copy is what the forecasts for tomorrow are held against. It is renewed rarely, and not at all in so short a run.


def main(steps=20, renewed_every=500):
    torch.manual_seed(0)
    online = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 1))
    target = copy.deepcopy(online)
    optimizer = torch.optim.Adam(online.parameters(), lr=1e-2)
    for step in range(1, steps + 1):
        today, tomorrow = torch.randn(24, 6), torch.randn(24, 6)
        aim = today[:, :1] + 0.9 * target(tomorrow)
        loss = F.mse_loss(online(today), aim)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % renewed_every == 0:
            target.load_state_dict(online.state_dict())
    print(loss.item())


main()
