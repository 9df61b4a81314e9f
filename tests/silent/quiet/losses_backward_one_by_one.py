# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(6, 10)
        self.a, self.b = nn.Linear(10, 2), nn.Linear(10, 1)

    def forward(self, x):
        h = torch.tanh(self.trunk(x))
        return self.a(h), self.b(h)


torch.manual_seed(0)
model = Heads()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
x, y = torch.randn(20, 6), torch.randint(2, (20,))
for _ in range(6):
    optimizer.zero_grad()
    a, b = model(x)
    F.cross_entropy(a, y).backward(retain_graph=True)
    F.mse_loss(b, x[:, :1]).backward()
    penalty = 1e-3 * sum(p.square().sum() for p in model.parameters())
    penalty.backward()
    optimizer.step()
    print(penalty.item())
