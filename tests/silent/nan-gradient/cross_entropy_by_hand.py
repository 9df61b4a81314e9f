# file: main.py
import torch
import torch.nn as nn

from losses import weighted_bce


def clicks(gen, n=32):
    x = torch.randn(n, 6, generator=gen)
    return x * 40, (x.sum(1, keepdim=True) > 0).float()


def main(steps=5):
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1), nn.Sigmoid())  #! decoy
    opt = torch.optim.SGD(model.parameters(), lr=0.5)
    for step in range(steps):
        x, y = clicks(gen)
        loss = weighted_bce(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: losses.py
import torch


def weighted_bce(p, y, positive=2.0):
    pos = y * torch.log(p)  #~ nan-gradient
    neg = (1 - y) * torch.log(1 - p)  #~ nan-gradient
    return -(positive * pos + neg).mean()  #! decoy
