# file: quiet.py
import copy

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)


class Twins(nn.Module):
    def __init__(self):
        super().__init__()
        self.online = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))
        self.target = copy.deepcopy(self.online)
        self.predictor = nn.Linear(4, 4)

    def forward(self, one, other):
        with torch.no_grad():
            wanted = self.target(other)
        return 2 - 2 * F.cosine_similarity(self.predictor(self.online(one)), wanted, dim=-1).mean()

    @torch.no_grad()
    def follow(self, share):
        for p, q in zip(self.online.parameters(), self.target.parameters(), strict=True):
            q.copy_((1 - share) * q + share * p)


model = Twins()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
data = torch.randn(64, 8)
for _ in range(30):
    loss = model(data + 0.1 * torch.randn_like(data), data + 0.1 * torch.randn_like(data))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    model.follow(0.1)
print(loss.item())
