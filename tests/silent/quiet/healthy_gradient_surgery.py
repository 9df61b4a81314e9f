# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def project(grads):
    """Each task's gradient loses its conflict with the other's."""
    flat = [torch.cat([g.flatten() for g in gs]) for gs in grads]
    out = [f.clone() for f in flat]
    for i, g in enumerate(out):
        for j, other in enumerate(flat):
            dot = torch.dot(g, other)
            if i != j and dot < 0:
                g -= dot / other.norm() ** 2 * other
    return sum(out)


def main():
    torch.manual_seed(0)
    trunk = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
    heads = nn.ModuleList([nn.Linear(16, 1), nn.Linear(16, 1)])
    opt = torch.optim.Adam([*trunk.parameters(), *heads.parameters()], lr=5e-3)
    x = torch.randn(40, 6)
    targets = [x[:, :1], -x[:, :1] + x[:, 1:2]]
    shared = list(trunk.parameters())
    for step in range(5):
        h = trunk(x)
        losses = [F.mse_loss(head(h), t) for head, t in zip(heads, targets)]
        grads = [torch.autograd.grad(loss, shared, retain_graph=True) for loss in losses]
        merged = project(grads)
        opt.zero_grad()
        sum(losses).backward()
        start = 0
        for p in shared:
            p.grad = merged[start:start + p.numel()].view_as(p).clone()
            start += p.numel()
        opt.step()
        print(step, [loss.item() for loss in losses])


main()
