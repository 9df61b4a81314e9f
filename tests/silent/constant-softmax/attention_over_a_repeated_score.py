# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Pool(nn.Module):
    def __init__(self, wide=6):
        super().__init__()
        self.query = nn.Linear(wide, 1)
        self.out = nn.Linear(wide, 2)

    def forward(self, x):
        score = self.query(x.mean(1))
        weight = F.softmax(score.expand(-1, x.shape[1]), dim=1)  #~ constant-softmax
        return self.out((weight.unsqueeze(2) * x).sum(1))


torch.manual_seed(0)
model = Pool()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(10):
    x = torch.randn(16, 5, 6)
    loss = F.cross_entropy(model(x), (x[:, 0, 0] > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# Each position has a score; the row of weights is repeated for the heads, along another dimension. A mixture starts
# with equal shares and begins to learn late.


class Pool(nn.Module):
    def __init__(self, wide=6, heads=2):
        super().__init__()
        self.query = nn.Linear(wide, 1)
        self.shares = nn.Parameter(torch.zeros(1, 3))
        self.experts = nn.ModuleList(nn.Linear(wide, 2) for _ in range(3))

    def forward(self, x):
        score = self.query(x).transpose(1, 2)
        weight = F.softmax(score.expand(-1, 2, -1), dim=2)
        pooled = (weight @ x).mean(1)
        share = F.softmax(self.shares.expand(len(x), -1), dim=1)
        made = torch.stack([expert(pooled) for expert in self.experts], dim=1)
        return (share.unsqueeze(2) * made).sum(1)


torch.manual_seed(0)
model = Pool()
fast = [*model.query.parameters(), *model.experts.parameters()]
optimizer = torch.optim.SGD([{"params": fast, "lr": 0.1}, {"params": [model.shares], "lr": 0.0}])
for step in range(10):
    if step == 8:
        optimizer.param_groups[1]["lr"] = 0.1
    x = torch.randn(16, 5, 6)
    loss = F.cross_entropy(model(x), (x[:, 0, 0] > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
