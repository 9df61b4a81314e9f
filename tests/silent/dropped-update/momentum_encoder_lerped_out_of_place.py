# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Momentum(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key = nn.Linear(6, 8), nn.Linear(6, 8)
        self.key.load_state_dict(self.query.state_dict())
        for p in self.key.parameters():
            p.requires_grad = False

    @torch.no_grad()
    def follow(self, momentum=0.99):
        for q, k in zip(self.query.parameters(), self.key.parameters()):
            k = torch.lerp(q, k, momentum)  #~ dropped-update

    def forward(self, x):
        with torch.no_grad():
            keys = F.normalize(self.key(x + 0.1 * torch.randn_like(x)), dim=1)
        logits = F.normalize(self.query(x), dim=1) @ keys.T
        return F.cross_entropy(logits / 0.1, torch.arange(len(x)))


torch.manual_seed(0)
net = Momentum()
opt = torch.optim.SGD(net.query.parameters(), lr=0.1)
for _ in range(10):
    loss = net(torch.randn(16, 6))
    opt.zero_grad()
    loss.backward()
    opt.step()
    net.follow()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Momentum(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key = nn.Linear(6, 8), nn.Linear(6, 8)
        self.key.load_state_dict(self.query.state_dict())
        for p in self.key.parameters():
            p.requires_grad = False

    @torch.no_grad()
    def follow(self, momentum=0.99):
        for q, k in zip(self.query.parameters(), self.key.parameters()):
            k.copy_(torch.lerp(q, k, momentum))

    def forward(self, x):
        with torch.no_grad():
            keys = F.normalize(self.key(x + 0.1 * torch.randn_like(x)), dim=1)
        logits = F.normalize(self.query(x), dim=1) @ keys.T
        return F.cross_entropy(logits / 0.1, torch.arange(len(x)))


torch.manual_seed(0)
net = Momentum()
opt = torch.optim.SGD(net.query.parameters(), lr=0.1)
for _ in range(10):
    loss = net(torch.randn(16, 6))
    opt.zero_grad()
    loss.backward()
    opt.step()
    net.follow()
print(loss.item())
