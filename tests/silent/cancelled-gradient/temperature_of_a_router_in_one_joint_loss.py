# file: main.py
import math

import torch
from torch import nn

EXPERTS = 4


class Router(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(6, EXPERTS)
        self.experts = nn.ModuleList(nn.Linear(6, 2) for _ in range(EXPERTS))
        self.bonus = nn.Parameter(torch.tensor(0.3))

    def forward(self, x):
        log_share = self.gate(x).log_softmax(1)
        share = log_share.exp()
        entropy = -(share * log_share).sum(1)
        outputs = torch.stack([expert(x) for expert in self.experts], dim=1)
        return (share[:, :, None] * outputs).sum(1), entropy


def main():
    torch.manual_seed(0)
    router = Router()
    optimizer = torch.optim.Adam(router.parameters(), lr=1e-2)
    target = 0.5 * math.log(EXPERTS)
    for step in range(40):
        x = torch.randn(48, 6)
        y, entropy = router(x)
        loss = (y - x[:, :2].sin()).square().mean()
        if step >= 24:  # before, all experts are used anyway
            reward = router.bonus.detach() * entropy
            search = router.bonus * (entropy - target)  #~ cancelled-gradient
            loss = loss - reward.mean() + search.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f} {router.bonus.item():.4f}")


main()
# file: quiet.py
import math

import torch
from torch import nn

EXPERTS = 4


class Router(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(6, EXPERTS)
        self.experts = nn.ModuleList(nn.Linear(6, 2) for _ in range(EXPERTS))
        self.bonus = nn.Parameter(torch.tensor(0.3))

    def forward(self, x):
        log_share = self.gate(x).log_softmax(1)
        share = log_share.exp()
        entropy = -(share * log_share).sum(1)
        outputs = torch.stack([expert(x) for expert in self.experts], dim=1)
        return (share[:, :, None] * outputs).sum(1), entropy


def main():
    """The entropy is weighed twice, and both weights count: of a batch and, less, of its first half."""
    torch.manual_seed(0)
    router = Router()
    optimizer = torch.optim.Adam(router.parameters(), lr=1e-2)
    target = 0.5 * math.log(EXPERTS)
    for step in range(40):
        x = torch.randn(48, 6)
        y, entropy = router(x)
        loss = (y - x[:, :2].sin()).square().mean()
        if step >= 24:
            reward = router.bonus.detach() * entropy
            search = router.bonus * (entropy.detach() - target)
            loss = loss - reward.mean() + search.mean() + 0.1 * entropy[:24].mean()
        # The middle of two halves has no say: it is taken off both.
        centre = entropy.mean()
        loss = loss + 0.01 * ((entropy[:24] - centre).square().mean() + (entropy[24:] - centre).square().mean())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f} {router.bonus.item():.4f}")


main()
