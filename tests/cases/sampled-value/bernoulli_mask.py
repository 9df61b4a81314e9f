import torch
import torch.nn as nn
from torch.distributions import Bernoulli


class ConcretePruner(nn.Module):
    """Learns which inputs can be left out."""

    def __init__(self, n):
        super().__init__()
        self.logits = nn.Parameter(torch.zeros(n))

    def mask(self):
        return Bernoulli(logits=self.logits).sample()  #~ sampled-value

    def forward(self, x):
        return x * self.mask()


def main():
    torch.manual_seed(0)
    predictor = nn.Linear(6, 1)
    predictor.requires_grad_(False)  #! decoy
    pruner = ConcretePruner(6)
    optimizer = torch.optim.Adam(pruner.parameters(), lr=0.1)
    x = torch.randn(40, 6)
    with torch.no_grad():  #! decoy
        full = predictor(x)
    for step in range(3):
        pruned = pruner(x)
        loss = (predictor(pruned) - full).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        kept = (pruner.logits > 0).sum().item()  #! decoy
        print(step, loss.item(), kept)


if __name__ == "__main__":
    main()
