# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# The new heads warm up first, each with its own optimizer; the trunk joins when they are done.


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(5, 16), nn.ReLU())
        self.mean = nn.Linear(16, 1)
        self.spread = nn.Linear(16, 1)

    def forward(self, x):
        h = self.trunk(x)
        return self.mean(h), F.softplus(self.spread(h)) + 0.1


def train(model, optimizers, steps):
    for _ in range(steps):
        x = torch.randn(32, 5)
        mean, spread = model(x)
        loss = F.gaussian_nll_loss(mean, x[:, :1] - x[:, 1:2], spread**2)
        model.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        for optimizer in optimizers:
            optimizer.step()
    return loss.item()


torch.manual_seed(0)
model = Net()
heads = [torch.optim.Adam(part.parameters(), lr=1e-2) for part in (model.mean, model.spread)]
print(train(model, heads, 6))
print(train(model, [*heads, torch.optim.Adam(model.trunk.parameters(), lr=1e-3)], 6))
