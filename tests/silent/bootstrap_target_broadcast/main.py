import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

from targets import Targets


def main(steps=8):
    torch.manual_seed(0)
    critic = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
    targets = Targets(copy.deepcopy(critic))  #! decoy
    opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for step in range(steps):
        batch = {"obs": torch.randn(16, 5), "next": torch.randn(16, 5), "reward": torch.randn(16)}
        wanted = targets(batch)
        loss = F.huber_loss(critic(batch["obs"]), wanted)
        opt.zero_grad()
        loss.backward()
        opt.step()
        targets.follow(critic)
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
