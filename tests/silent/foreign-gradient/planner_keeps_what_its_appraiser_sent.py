# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from plant import consumption


def main():
    torch.manual_seed(0)
    planner = nn.Sequential(nn.Linear(5, 24), nn.Tanh(), nn.Linear(24, 3))
    appraiser = nn.Sequential(nn.Linear(8, 24), nn.SiLU(), nn.Linear(24, 1))
    plans = torch.optim.Adam(planner.parameters(), lr=3e-3)
    appraisals = torch.optim.Adam(appraiser.parameters(), lr=3e-3)
    for day in range(8):
        plans.zero_grad(set_to_none=False)
        weather = torch.randn(32, 5)
        valves = planner(weather)
        appraised = appraiser(torch.cat([weather, valves], 1))
        appraisals.zero_grad()
        F.mse_loss(appraised, consumption(weather, valves.detach())).backward()  #~ foreign-gradient
        appraisals.step()
        dear = F.softplus(appraiser(torch.cat([weather, planner(weather)], 1)))
        dear.mean().backward()  #~ foreign-gradient
        plans.step()
        print(day, dear.mean().item())


main()
# file: plant.py
import torch


def consumption(weather, valves):
    """What the plant really used, as its meter tells."""
    return (weather[:, :3] - valves).square().sum(1, keepdim=True) + 0.1 * torch.rand(len(valves), 1)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
body, head = nn.Sequential(nn.Linear(5, 24), nn.Tanh()), nn.Linear(24, 1)
slow = torch.optim.Adam(body.parameters(), lr=1e-3)
fast = torch.optim.Adam(head.parameters(), lr=1e-2)
for day in range(8):
    # The head steps after each half of the day, the body after both.
    slow.zero_grad()
    morning, evening = torch.randn(16, 5), torch.randn(16, 5)
    fast.zero_grad()
    F.mse_loss(head(body(morning)), morning[:, :1]).backward()
    fast.step()
    fast.zero_grad()
    late = F.smooth_l1_loss(head(body(evening)), evening[:, :1])
    late.backward()
    slow.step()
    fast.step()
    print(day, late.item())
