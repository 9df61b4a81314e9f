# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def ranking(score):
    """Every score against every other: an N by N table is meant."""
    diff = score - score.T
    return F.softplus(-diff.triu(1)).mean()


def kernel(a, b):
    d = a.pow(2).sum(1, keepdim=True) + b.pow(2).sum(1) - 2 * a @ b.T
    return torch.exp(-d.clamp_min(0))


def mmd(a, b):
    return kernel(a, a).mean() + kernel(b, b).mean() - 2 * kernel(a, b).mean()


def cox(risk, time):
    later = time.unsqueeze(0) >= time.unsqueeze(1)
    return (torch.logsumexp(risk.T.masked_fill(~later, -1e9), 1) - risk.squeeze(1)).mean()


def main(steps=6):
    torch.manual_seed(0)
    net, out = nn.Sequential(nn.Linear(4, 12), nn.Tanh()), nn.Linear(12, 1)
    opt = torch.optim.Adam([*net.parameters(), *out.parameters()], lr=1e-2)
    for step in range(steps):
        x = torch.randn(10, 4)
        h = net(x)
        score = out(h)
        loss = ranking(score) + mmd(h, torch.randn(10, 12)) + cox(score, torch.rand(10))
        loss = loss + (score - score.mean(0)).pow(2).mean() + (score * torch.rand(1, 1)).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
