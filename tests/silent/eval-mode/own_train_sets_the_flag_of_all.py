# file: main.py
import torch
import torch.nn.functional as F
from torch import nn


class Coder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode, self.mean, self.spread = nn.Linear(6, 12), nn.Linear(12, 3), nn.Linear(12, 3)
        self.decode = nn.Linear(3, 1)

    def train(self, mode=True):
        super().train(mode)
        for part in self.modules():
            part.training = False  #~ eval-mode
        return self

    def forward(self, x):
        h = torch.relu(self.encode(x))
        mean = self.mean(h)
        return self.decode(mean + torch.randn_like(mean) * self.spread(h).exp() if self.training else mean)


torch.manual_seed(0)
model = Coder()
model.train()
optimizer = torch.optim.Adam([*model.encode.parameters(), *model.mean.parameters(), *model.decode.parameters()])
for step in range(12):
    x = torch.randn(16, 6)
    loss = F.mse_loss(model(x), x.sum(1, keepdim=True))  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

# Its own `train()` keeps batch norms still, and the rest goes on in training mode.


class Coder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(6, 12), nn.BatchNorm1d(12), nn.ReLU())
        self.mean, self.spread, self.decode = nn.Linear(12, 3), nn.Linear(12, 3), nn.Linear(3, 1)

    def train(self, mode=True):
        super().train(mode)
        for part in self.modules():
            if isinstance(part, nn.BatchNorm1d):
                part.training = False
        return self

    def forward(self, x):
        h = self.encode(x)
        mean = self.mean(h)
        return self.decode(mean + torch.randn_like(mean) * self.spread(h).exp() if self.training else mean)


torch.manual_seed(0)
model = Coder()
model.train()
optimizer = torch.optim.Adam(model.parameters())
for step in range(16):
    x = torch.randn(16, 6)
    loss = F.mse_loss(model(x), x.sum(1, keepdim=True)) + 0.01 * model.spread.weight.pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
