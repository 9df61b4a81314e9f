# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=12):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
    prior = nn.Parameter(torch.zeros(1))
    opt = torch.optim.SGD([*net.parameters(), prior], lr=0.05)
    for step in range(steps):
        s, s2 = torch.randn(1, 3), torch.randn(1, 3)
        reward = torch.tensor([float(s.sum())])
        value = net(s)
        with torch.no_grad():
            target = reward + 0.9 * net(s2).squeeze(0)
        td = target - value.squeeze(0)
        loss = td.pow(2).mean() + (prior - reward).pow(2).mean() + (value - reward).abs().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
