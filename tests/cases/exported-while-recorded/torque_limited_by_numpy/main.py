import numpy as np
import torch
import torch.nn as nn

from pendulum import rollout


def main():
    torch.manual_seed(0)
    policy = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
    opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
    rng = np.random.default_rng(0)
    for step in range(3):
        theta0 = torch.from_numpy(rng.uniform(-1, 1, size=8)).float()  #! decoy
        cost = rollout(policy, theta0)
        opt.zero_grad()
        cost.backward()
        opt.step()
        print(step, cost.item())


main()
