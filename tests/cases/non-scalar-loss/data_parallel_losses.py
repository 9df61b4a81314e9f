# file: main.py
import torch
import torch.nn as nn

from replicas import WithLoss, replicate


def main():
    torch.manual_seed(0)
    wrapped = WithLoss(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)))
    optimizer = torch.optim.SGD(wrapped.parameters(), lr=0.1)
    for step, parts in enumerate([1, 1, 2, 2]):
        x, y = torch.randn(12, 4), torch.randint(0, 2, (12,))
        loss = replicate(wrapped, x, y, parts)  #~ non-scalar-loss
        optimizer.zero_grad()
        loss.backward()  #~ non-scalar-loss
        optimizer.step()
        print(step, loss.sum().item())


if __name__ == "__main__":
    main()
# file: replicas.py
import torch
import torch.nn as nn


class WithLoss(nn.Module):
    """Computes the loss next to the model so that only a number travels back."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x, y):
        return nn.functional.cross_entropy(self.model(x), y).unsqueeze(0)  #! decoy


def replicate(wrapped, x, y, parts):
    outputs = []
    for xs, ys in zip(x.chunk(parts), y.chunk(parts)):
        outputs.append(wrapped(xs, ys))
    return torch.cat(outputs)  #~ non-scalar-loss
