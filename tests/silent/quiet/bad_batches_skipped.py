# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def batches(n):
    g = torch.Generator().manual_seed(0)
    for i in range(n):
        x = torch.randn(16, 5, generator=g)
        if i == 3:
            x[0, 0] = float("nan")
        yield x, x.nan_to_num()[:, :1]


def finite(net):
    return all(torch.isfinite(p.grad).all() for p in net.parameters())


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    skipped = 0
    for i, (x, y) in enumerate(batches(10)):
        loss = F.mse_loss(net(x), y)
        if not torch.isfinite(loss):
            skipped += 1
            continue
        opt.zero_grad()
        loss.backward()
        if finite(net):
            opt.step()
        print(i, f"{loss.item():.4f}")
    print("skipped", skipped)


if __name__ == "__main__":
    main()
