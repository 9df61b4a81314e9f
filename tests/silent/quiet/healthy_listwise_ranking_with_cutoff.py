# file: quiet.py
import torch
import torch.nn as nn


def lambda_loss(scores, relevance, k=5):
    order = scores.detach().argsort(1, descending=True)
    rank = order.argsort(1).float() + 1
    gain, discount = 2**relevance - 1, 1 / torch.log2(rank + 1)
    ideal = (gain.sort(1, descending=True).values[:, :k] / torch.log2(torch.arange(2, k + 2))).sum(1).clamp(min=1e-6)
    delta = (gain[:, :, None] - gain[:, None]).abs() * (discount[:, :, None] - discount[:, None]).abs() / ideal[:, None, None]
    better = (relevance[:, :, None] > relevance[:, None]).float()
    gap = scores[:, :, None] - scores[:, None]
    return (delta * better * torch.nn.functional.softplus(-gap)).sum((1, 2)).mean()


def main(steps=10):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1))
    opt = torch.optim.Adagrad(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 8, 6)
        relevance = (x[..., 0] + x[..., 1]).clamp(0, 3).round()
        loss = lambda_loss(net(x).squeeze(-1), relevance)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
