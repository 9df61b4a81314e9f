import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Contrast(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 8))
        self.momentum = copy.deepcopy(self.encoder).requires_grad_(False)
        self.head = nn.Linear(8, 4)

    def forward(self, x, y):
        view1, view2 = x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x)
        task = F.cross_entropy(self.head(self.encoder(x)), y)
        q = F.normalize(self.momentum(view1), dim=1)
        k = F.normalize(self.momentum(view2), dim=1)
        contrast = F.cross_entropy(q @ k.T / 0.1, torch.arange(len(x)))  #~ constant-term
        return task + contrast

    @torch.no_grad()
    def move(self):
        for slow, fast in zip(self.momentum.parameters(), self.encoder.parameters()):
            slow.lerp_(fast, 0.01)


torch.manual_seed(0)
net = Contrast()
opt = torch.optim.Adam((p for p in net.parameters() if p.requires_grad), lr=1e-3)
for _ in range(12):
    x = torch.randn(16, 8)
    loss = net(x, x[:, :4].argmax(1))
    opt.zero_grad()
    loss.backward()
    opt.step()
    net.move()
print(loss.item())
