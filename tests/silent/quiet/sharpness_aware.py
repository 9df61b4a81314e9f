# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class SAM:
    """Climbs to the worst point nearby, takes the gradient there, and steps from where it was."""

    def __init__(self, params, base, rho):
        self.params, self.base, self.rho = list(params), base, rho

    @torch.no_grad()
    def climb(self):
        norm = torch.stack([p.grad.norm() for p in self.params]).norm() + 1e-12
        self.moves = [self.rho * p.grad / norm for p in self.params]
        for p, move in zip(self.params, self.moves):
            p.add_(move)
        self.base.zero_grad()

    @torch.no_grad()
    def descend(self):
        for p, move in zip(self.params, self.moves):
            p.sub_(move)
        self.base.step()
        self.base.zero_grad()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 2))
sam = SAM(model.parameters(), torch.optim.SGD(model.parameters(), lr=0.1), 0.05)
x, y = torch.randn(24, 6), torch.randint(2, (24,))
for _ in range(6):
    F.cross_entropy(model(x), y).backward()
    sam.climb()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    sam.descend()
    print(loss.item())
