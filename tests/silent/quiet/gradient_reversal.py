# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return -ctx.strength * grad, None


class DomainAdversarial(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(6, 12), nn.ReLU())
        self.label = nn.Linear(12, 3)
        self.domain = nn.Linear(12, 2)

    def forward(self, x, strength):
        h = self.features(x)
        return self.label(h), self.domain(Reverse.apply(h, strength))


torch.manual_seed(0)
model = DomainAdversarial()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x, y, d = torch.randn(32, 6), torch.randint(3, (32,)), torch.randint(2, (32,))
for step in range(6):
    strength = step / 6  # nothing is reversed in the first step
    label, domain = model(x, strength)
    loss = F.cross_entropy(label, y) + F.cross_entropy(domain, d)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
