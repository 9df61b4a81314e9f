# file: main.py
import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Timed(nn.Module):
    """Passes on whatever it is given."""

    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, *given):
        return self.inner(*given)


class Mixture(nn.Module):
    def __init__(self, parts):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(parts))

    def forward(self, spectrum, *scratch):
        scratch[0].update({len(scratch[0]): spectrum})
        seen = torch.stack(list(scratch[0].values()))  #! decoy
        return spectrum + (torch.softmax(self.weight, 0)[: len(seen), None] * seen.sin()).sum(0)  #! decoy


def main():
    torch.manual_seed(0)
    stages = nn.ModuleList(Timed(Mixture(4)) for _ in range(2))
    optimizer = torch.optim.Adam(stages.parameters(), lr=1e-2)
    lines = torch.rand(16)
    for scan in range(2):
        spectrum = lines
        for stage in stages:
            spectrum = checkpoint(stage, spectrum, {}, use_reentrant=False)  #~ checkpoint-mismatch
        loss = spectrum.square().mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(scan, loss.item())


if __name__ == "__main__":
    main()
