# file: main.py
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F

from soft import target_value

warnings.filterwarnings("ignore")


def main():
    torch.manual_seed(0)
    q = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    opt = torch.optim.Adam(q.parameters(), lr=1e-3)
    for step in range(5):
        s, a, s2 = torch.randn(16, 3), torch.rand(16, 1), torch.randn(16, 3)
        reward = -s.pow(2).sum(1, keepdim=True)
        y = target_value(q, s2, reward)
        loss = F.mse_loss(q(torch.cat([s, a], 1)), y)  #~ broadcast-loss
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: soft.py
import torch


def target_value(q, s2, reward, gamma=0.9, alpha=0.2):
    with torch.no_grad():  #! decoy
        a2 = torch.rand(len(s2), 1)
        log_prob = -a2.squeeze(1)  #~ broadcast-loss
        soft = q(torch.cat([s2, a2], 1)) - alpha * log_prob  #~ broadcast-loss
        return reward + gamma * soft
