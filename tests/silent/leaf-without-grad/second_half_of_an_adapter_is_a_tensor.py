# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Adapted(nn.Module):
    def __init__(self, layer, rank=2):
        super().__init__()
        self.layer = layer
        self.down = nn.Linear(layer.in_features, rank, bias=False)
        self.up = torch.zeros(rank, layer.out_features)  #~ leaf-without-grad

    def forward(self, x):
        return self.layer(x) + self.down(x) @ self.up  #! decoy


torch.manual_seed(0)
model = nn.Sequential(Adapted(nn.Linear(6, 12)), nn.ReLU(), nn.Linear(12, 1))
optimizer = torch.optim.SGD([*model[0].layer.parameters(), *model[2].parameters()], lr=0.05)
x = torch.randn(32, 6)
for step in range(6):
    loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Remembering(nn.Module):
    """A memory that begins empty, and is filled without gradients."""

    def __init__(self, dim=12):
        super().__init__()
        self.read = nn.Linear(6, dim)
        self.slots = torch.zeros(dim, 8)
        self.out = nn.Linear(dim + 8, 1)

    def forward(self, x):
        h = torch.tanh(self.read(x))
        out = self.out(torch.cat([h, h @ self.slots], dim=1))
        with torch.no_grad():
            self.slots = self.slots + 0.1 * h.mean(0).unsqueeze(1) * torch.randn(1, 8)
        return out


torch.manual_seed(0)
model = Remembering()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
x = torch.randn(32, 6)
for step in range(6):
    loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
