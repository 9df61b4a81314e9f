# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli


class Glimpse(nn.Module):
    def __init__(self):
        super().__init__()
        self.where = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)
        self.baseline = nn.Linear(8, 1)

    def forward(self, x, y):
        dist = Bernoulli(logits=self.where(x))
        mask = dist.sample()
        nll = F.cross_entropy(self.head(x * mask), y, reduction="none")
        base = self.baseline(x).squeeze(-1)
        score = dist.log_prob(mask).sum(-1)
        reinforce = score * (nll.detach() - base)  #~ attached-weight
        return (nll + reinforce + F.mse_loss(base, nll.detach(), reduction="none")).mean()


torch.manual_seed(0)
net = Glimpse()
opt = torch.optim.SGD(net.parameters(), lr=0.05)
for _ in range(8):
    x = torch.randn(32, 8)
    loss = net(x, (x[:, 0] > 0).long())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Bernoulli


class Glimpse(nn.Module):
    def __init__(self):
        super().__init__()
        self.where = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)
        self.baseline = nn.Linear(8, 1)

    def forward(self, x, y):
        dist = Bernoulli(logits=self.where(x))
        mask = dist.sample()
        nll = F.cross_entropy(self.head(x * mask), y, reduction="none")
        base = self.baseline(x).squeeze(-1)
        score = dist.log_prob(mask).sum(-1)
        reinforce = score * (nll.detach() - base.detach())
        return (nll + reinforce + F.mse_loss(base, nll.detach(), reduction="none")).mean()


torch.manual_seed(0)
net = Glimpse()
opt = torch.optim.SGD(net.parameters(), lr=0.05)
for _ in range(8):
    x = torch.randn(32, 8)
    loss = net(x, (x[:, 0] > 0).long())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
