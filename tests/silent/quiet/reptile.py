# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def task(gen):
    a = torch.rand(1, generator=gen) * 4 + 0.5
    x = torch.rand(20, 1, generator=gen) * 6 - 3
    return x, a * torch.sin(x)


def main(rounds=6, inner=4, rate=0.3):
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(0)
    net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
    for it in range(rounds):
        before = copy.deepcopy(net.state_dict())
        opt = torch.optim.SGD(net.parameters(), lr=0.02)
        x, y = task(gen)
        for _ in range(inner):
            loss = F.mse_loss(net(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
        after = net.state_dict()
        net.load_state_dict({k: before[k] + rate * (after[k] - before[k]) for k in before})
        print(it, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
