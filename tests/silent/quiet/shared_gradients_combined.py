# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def project(a, b):
    """Take from a what points against b."""
    dot = sum((x * y).sum() for x, y in zip(a, b))
    if dot < 0:
        size = sum((y * y).sum() for y in b)
        a = [x - dot / size * y for x, y in zip(a, b)]
    return a


def main(steps=8):
    torch.manual_seed(0)
    body = nn.Sequential(nn.Linear(5, 16), nn.ReLU())
    one, two = nn.Linear(16, 1), nn.Linear(16, 1)
    opt = torch.optim.SGD([*body.parameters(), *one.parameters(), *two.parameters()], lr=0.05)
    shared = list(body.parameters())
    for step in range(steps):
        x = torch.randn(16, 5)
        h = body(x)
        first, second = F.mse_loss(one(h), x[:, :1]), F.mse_loss(two(h), -x[:, :1])
        opt.zero_grad()
        first.backward(retain_graph=True)
        a = [p.grad.clone() for p in shared]
        for p in shared:
            p.grad = None
        second.backward()
        b = [p.grad.clone() for p in shared]
        for p, ga, gb in zip(shared, project(a, b), project(b, a)):
            p.grad = ga + gb
        opt.step()
        print(step, f"{first.item():.4f} {second.item():.4f}")


if __name__ == "__main__":
    main()
