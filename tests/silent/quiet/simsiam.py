# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class SimSiam(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 6))
        self.predictor = nn.Sequential(nn.Linear(6, 4), nn.ReLU(), nn.Linear(4, 6))

    def forward(self, a, b):
        za, zb = self.encoder(a), self.encoder(b)
        return self.predictor(za), self.predictor(zb), za.detach(), zb.detach()


def distance(p, z):
    return -F.cosine_similarity(p, z, dim=-1).mean()


torch.manual_seed(0)
model = SimSiam()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
x = torch.randn(32, 8)
for _ in range(6):
    pa, pb, za, zb = model(x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x))
    loss = (distance(pa, zb) + distance(pb, za)) / 2
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), za.std(0).mean().item())
