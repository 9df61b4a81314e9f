# file: main.py
import torch
import torch.nn as nn

from td import td_error


def main(steps=10):
    torch.manual_seed(0)
    value = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1))
    opt = torch.optim.Adam(value.parameters(), lr=1e-3)
    for step in range(steps):
        s, s2 = torch.randn(16, 3), torch.randn(16, 3)
        r, done = torch.randn(16, 1), (torch.rand(16) < 0.2).float()
        loss = td_error(value, s, r, s2, done).pow(2).mean()  #! decoy
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: td.py
import torch


def td_error(value, s, r, s2, done, gamma=0.95):
    with torch.no_grad():
        wanted = r + gamma * (1 - done) * value(s2)  #~ broadcast-loss
    return wanted - value(s)  #~ broadcast-loss
