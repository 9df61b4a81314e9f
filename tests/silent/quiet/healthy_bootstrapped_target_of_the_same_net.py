# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    q = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
    optimizer = torch.optim.Adam(q.parameters(), lr=1e-3)
    for _ in range(6):
        state, following = torch.randn(2, 16, 4)
        with torch.no_grad():
            wanted = state[:, 0] + 0.9 * q(following).max(1).values
        loss = F.smooth_l1_loss(q(state)[:, 0], wanted) + 1e-3 * q(state).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
