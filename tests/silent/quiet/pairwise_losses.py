# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def ranking(scores, relevance):
    """Every pair of documents is compared: the broadcast is meant."""
    order = (relevance.unsqueeze(1) > relevance).float()
    return (order * F.softplus(scores - scores.unsqueeze(1))).sum() / order.sum()


def kernel_mmd(a, b):
    def k(u, v):
        return torch.exp(-(u.unsqueeze(1) - v.unsqueeze(0)).square().sum(-1)).mean()

    return k(a, a) + k(b, b) - 2 * k(a, b)


def quantile(prediction, target, levels):
    error = target.unsqueeze(1) - prediction
    return torch.maximum(levels * error, (levels - 1) * error).mean()


torch.manual_seed(0)
body, head, levels = nn.Linear(5, 8), nn.Linear(8, 1), torch.tensor([0.1, 0.5, 0.9])
spread = nn.Linear(8, 3)
optimizer = torch.optim.Adam([*body.parameters(), *head.parameters(), *spread.parameters()], lr=1e-2)
x = torch.randn(12, 5)
y = x.sum(1)
for _ in range(5):
    h = torch.tanh(body(x))
    loss = ranking(head(h).squeeze(1), y) + kernel_mmd(h, torch.rand(12, 8)) + quantile(spread(h), y, levels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
