# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def mlp(i, o):
    return nn.Sequential(nn.Linear(i, 16), nn.LeakyReLU(0.2), nn.Linear(16, o))


def main():
    torch.manual_seed(0)
    g, d = mlp(4, 3), mlp(3, 1)
    og, od = torch.optim.Adam(g.parameters(), 5e-3), torch.optim.Adam(d.parameters(), 5e-3)
    history = {"d": [], "g": []}
    for it in range(16):
        real, fake = torch.randn(16, 3) + 2, g(torch.randn(16, 4))
        r, f = d(real), d(fake.detach())
        ld = F.softplus(-r).mean() + F.softplus(f).mean()
        acc = ((r > 0).float().mean() + (f < 0).float().mean()) / 2
        if acc < 0.9:
            od.zero_grad()
            ld.backward()
            od.step()
        lg = F.softplus(-d(fake)).mean()
        og.zero_grad()
        lg.backward()
        og.step()
        history["d"].append(ld.item())
        history["g"].append(lg.item())
    print(history["d"][-1], history["g"][-1])


main()
