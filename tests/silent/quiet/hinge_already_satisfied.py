# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Metric(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(4, 6)

    def forward(self, x):
        return self.embed(x)


def triplets(n):
    anchor = torch.randn(n, 4)
    return anchor, anchor + 0.01 * torch.randn(n, 4), anchor + 10 + torch.randn(n, 4)


torch.manual_seed(0)
model = Metric()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(8):
    a, p, n = (model(t) for t in triplets(16))
    loss = F.triplet_margin_loss(a, p, n, margin=30.0 if step < 4 else 0.5)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
