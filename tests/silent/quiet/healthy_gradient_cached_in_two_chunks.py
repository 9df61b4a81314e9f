# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=20):
    """Large batches in two passes: representations first, without a graph; then each chunk with its cached gradient."""
    torch.manual_seed(0)
    enc = nn.Sequential(nn.Linear(8, 24), nn.ReLU(), nn.Linear(24, 6))
    scale = nn.Parameter(torch.tensor(1.0))
    opt = torch.optim.AdamW([*enc.parameters(), scale], lr=1e-3)
    for step in range(steps):
        x = torch.randn(32, 8)
        a, b = x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x)
        opt.zero_grad()
        with torch.no_grad():
            za = torch.cat([enc(c) for c in a.split(16)])
            zb = torch.cat([enc(c) for c in b.split(16)])
        za.requires_grad_()
        zb.requires_grad_()
        logits = F.normalize(za, dim=1) @ F.normalize(zb, dim=1).t() * scale.exp()
        loss = F.cross_entropy(logits, torch.arange(32))
        loss.backward()
        for view, z in ((a, za), (b, zb)):
            for c, g in zip(view.split(16), z.grad.split(16)):
                (enc(c) * g).sum().backward()
        opt.step()
    print(loss.item())


main()
