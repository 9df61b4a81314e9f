# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def safe_norm(v):
    zero = (v == 0).all(-1)
    v = torch.where(zero.unsqueeze(-1), torch.ones_like(v), v)
    return torch.where(zero, torch.zeros(()), v.norm(dim=-1))


def entropy(p):
    return torch.special.entr(p).sum(-1)


def main(steps=6):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 3))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(12, 4)
        x[::3] = 0.0
        out = net(x)
        shift = out - net(x.clone())
        p = torch.softmax(out, -1)
        loss = safe_norm(shift).mean() - 0.1 * entropy(p).mean()
        loss = loss + torch.cdist(out, out).mean() + torch.xlogy(p, p.clamp_min(1e-9)).sum()
        loss = loss + F.cosine_similarity(x @ torch.randn(4, 3), out).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
