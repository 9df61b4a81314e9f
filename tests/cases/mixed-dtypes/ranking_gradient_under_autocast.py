# file: main.py
import torch
from torch import nn

from losses import PairwiseScore


class Ranker(nn.Module):
    def __init__(self, features, width):
        super().__init__()
        self.query, self.item = nn.Linear(features, width), nn.Linear(features, width)
        self.metric = nn.Parameter(torch.eye(width))

    def forward(self, queries, items):
        left, right = self.query(queries), self.item(items)  #! decoy
        return PairwiseScore.apply(left, self.metric, right)


torch.manual_seed(1)
ranker = Ranker(7, 5)
optimizer = torch.optim.Adagrad(ranker.parameters(), lr=0.05)
for _ in range(2):
    queries, items = torch.randn(6, 7), torch.randn(6, 7)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        scores = ranker(queries, items)
    loss = nn.functional.cross_entropy(scores.float(), torch.arange(6))
    optimizer.zero_grad()
    loss.backward()  #! decoy
    optimizer.step()
    print(loss.item())
# file: losses.py
import torch


class PairwiseScore(torch.autograd.Function):
    """left · metric · rightᵀ, without keeping the product in between."""

    @staticmethod
    def forward(left, metric, right):
        return left @ metric @ right.t()

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, grad):
        left, metric, right = ctx.saved_tensors
        return gradients(grad, left, metric, right)


def gradients(grad, left, metric, right):
    spread = grad @ right
    return spread @ metric.t(), left.t() @ spread, grad.t() @ (left @ metric)  #~ mixed-dtypes
