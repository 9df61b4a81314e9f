# file: quiet.py
import functools

import torch
import torch.nn as nn
import torch.nn.functional as F


def perceptual(layers):
    """A frozen feature network held by a closure alone."""
    net = nn.Sequential(*(nn.Conv2d(1 if i == 0 else 4, 4, 3, padding=1) for i in range(layers))).eval()
    for p in net.parameters():
        p.requires_grad_(False)

    def loss(a, b):
        return F.l1_loss(net(a), net(b).detach())

    return loss


def weighted(terms, pred, target, log=None):
    values = {name: weight * fn(pred, target) for name, (weight, fn) in terms.items()}
    if log is not None:
        log.append({name: value.item() for name, value in values.items()} | {"total": sum(values.values()).item()})
    return sum(v for name, v in values.items() if not name.startswith("metric"))


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 1, 3, padding=1))
    log = []
    criterion = functools.partial(weighted, {
        "pixel": (1.0, F.mse_loss),
        "features": (0.1, perceptual(2)),
        "metric_psnr": (1.0, lambda a, b: -10 * torch.log10(F.mse_loss(a, b))),
    }, log=log)
    optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
    for _ in range(5):
        clean = torch.rand(4, 1, 8, 8)
        loss = criterion(net(clean + 0.1 * torch.randn_like(clean)), clean)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(log[-1])


main()
