# file: main.py
import torch
import torch.nn as nn

from views import total_loss


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv2d(3, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 3, 3, padding=1))
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        views = [torch.rand(2, 3, 6, 6) for _ in range(3)]
        weights = [torch.rand(2, 1, 6, 6) for _ in range(3)]
        loss = total_loss([net(v) for v in views], views, weights)
        opt.zero_grad()
        loss.backward()  #! decoy
        opt.step()
        print(step, loss.tolist())


main()
# file: views.py
import torch
import torch.nn.functional as F


def photometric(pred, seen, weight):
    per_pixel = F.smooth_l1_loss(pred, seen, reduction="none")  #! decoy
    return (per_pixel * weight).mean((1, 2, 3))


def total_loss(preds, views, weights):
    losses = [photometric(p, v, w).mean() for p, v, w in zip(preds, views, weights)]
    smooth = torch.stack([p.diff(dim=-1).abs().mean() for p in preds])  #~ non-scalar-loss
    return torch.stack(losses).mean() + 0.1 * smooth  #~ non-scalar-loss
