import torch
from torch import nn
import torch.nn.functional as F


class Tower(nn.Module):
    def __init__(self, inputs, *, project=nn.Linear(8, 4, bias=False)):  #~ repeated-module
        super().__init__()
        self.body = nn.Linear(inputs, 8)
        self.project = project

    def forward(self, x):
        return F.normalize(self.project(self.body(x).relu()), dim=1)


torch.manual_seed(0)
users, items = Tower(5), Tower(3)
params = {*users.parameters(), *items.parameters()}
opt = torch.optim.SGD(params, lr=0.1)
for _ in range(10):
    left, right = torch.randn(12, 5), torch.randn(12, 3)
    loss = F.cross_entropy(users(left) @ items(right).T, torch.arange(12))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"{loss.item():.3f}")
