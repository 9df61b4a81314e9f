# file: main.py
import torch
import torch.nn as nn

from agent import train_on


def main(steps=8):
    torch.manual_seed(0)
    q = nn.Sequential(nn.Linear(4, 24), nn.ReLU(), nn.Linear(24, 3))
    opt = torch.optim.Adam(q.parameters(), lr=1e-3)
    for step in range(steps):
        batch = torch.randn(16, 4), torch.randint(0, 3, (16,)), torch.randn(16), torch.randn(16, 4)
        loss = train_on(q, opt, *batch)
        print(step, f"{loss:.4f}")


if __name__ == "__main__":
    main()
# file: agent.py
import torch
import torch.nn.functional as F


def train_on(q, opt, s, a, r, s2, gamma=0.9):
    pred = q(s)
    with torch.no_grad():  #! decoy
        best = r + gamma * q(s2).max(1).values
    target = pred  #~ self-comparison|zero-gradient|shared-memory|zero-derivative|multiplied-by-zero|saturated-value|overwritten-skip
    target[torch.arange(len(a)), a] = best  #~ zero-gradient|shared-memory|zero-derivative|multiplied-by-zero|saturated-value|overwritten-skip
    loss = F.mse_loss(pred, target)  #~ zero-gradient|shared-memory|zero-derivative|multiplied-by-zero|saturated-value|overwritten-skip
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()
