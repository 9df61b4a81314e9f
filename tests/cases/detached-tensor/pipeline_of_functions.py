from functools import partial, reduce

import torch
import torch.nn as nn
import torch.nn.functional as F

HEAD_PIPELINE = [
    partial(F.normalize, dim=-1),
    partial(torch.clamp, min=-1.0, max=1.0),
    torch.Tensor.detach,  #~ detached-tensor
    partial(torch.mul, other=8.0),
]


def apply_all(value, steps):
    return reduce(lambda v, step: step(v), steps, value)  #~ detached-tensor


class Matcher(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.query = nn.Linear(dim, dim)
        self.key = nn.Linear(dim, dim)

    def forward(self, a, b):
        q = apply_all(self.query(a), HEAD_PIPELINE)
        k = apply_all(self.key(b), HEAD_PIPELINE)
        return q @ k.T


def recall(scores):
    with torch.no_grad():  #! decoy
        hits = scores.argmax(dim=1) == torch.arange(len(scores))
    return hits.float().mean().item()


def main():
    torch.manual_seed(0)
    matcher = Matcher()
    optimizer = torch.optim.SGD(matcher.parameters(), lr=0.1)
    for step in range(4):
        a = torch.randn(10, 6)
        b = a + 0.1 * torch.randn(10, 6)
        scores = matcher(a, b)
        loss = F.cross_entropy(scores, torch.arange(10))
        print(step, loss.item(), recall(scores))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
