# file: quiet.py
import torch
import torch.nn as nn


class Boosted(nn.Module):
    def __init__(self):
        super().__init__()
        self.base = nn.Linear(4, 1).requires_grad_(False)
        self.step = nn.Linear(4, 1)
        nn.init.zeros_(self.step.weight)
        nn.init.zeros_(self.step.bias)

    def forward(self, x):
        return self.base(x) + self.step(x)

    def fold(self):
        with torch.no_grad():
            for name, p in self.step.named_parameters():
                total = getattr(self.base, name) + p
                getattr(self.base, name).copy_(total)
                p.copy_(torch.zeros_like(p))


torch.manual_seed(4)
model = Boosted()
optimizer = torch.optim.SGD(model.step.parameters(), lr=0.05)
for round in range(8):
    for _ in range(5):
        x = torch.randn(16, 4)
        loss = (model(x) - x.sum(1, keepdim=True)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.fold()
print(loss.item())
