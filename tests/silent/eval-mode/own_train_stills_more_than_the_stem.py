# file: main.py
import torch
import torch.nn.functional as F
from nets import Regressor


torch.manual_seed(0)
model = Regressor()
optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=1e-2)
for step in range(24):
    if step % 8 == 0:
        model.train()  #! decoy
    x = torch.randn(16, 6)
    loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# file: nets.py
from torch import nn


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU()).requires_grad_(False)
        self.head = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Dropout(0.3), nn.Linear(16, 1))

    def train(self, mode=True):
        super().train(mode)
        if mode:
            self.eval()  #~ eval-mode
        return self

    def forward(self, x):
        return self.head(self.stem(x))
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

# The stem alone stays in that mode. Beside it, a part that reads the mode itself, and a frozen model with a prompt that
# is in that mode as a whole.


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU()).requires_grad_(False)
        self.head = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Dropout(0.3), nn.Linear(16, 1))

    def train(self, mode=True):
        super().train(mode)
        self.stem.eval()
        return self

    def forward(self, x):
        h = self.head(self.stem(x))
        return h + 0.1 * torch.randn_like(h) if self.training else h


class Prompted(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.Dropout(0.2), nn.Linear(16, 1))
        self.backbone.requires_grad_(False)
        self.prompt = nn.Parameter(torch.zeros(6))

    def train(self, mode=True):
        super().train(mode)
        for module in self.modules():
            module.training = False
        return self

    def forward(self, x):
        return self.backbone(x + self.prompt)


torch.manual_seed(0)
model = nn.ModuleList([Regressor(), Prompted()])
optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=1e-2)
for step in range(24):
    if step % 8 == 0:
        for part in model:
            part.train()
    x = torch.randn(16, 6)
    loss = F.mse_loss(model[0](x) + model[1](x), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
