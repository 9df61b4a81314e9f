import torch
import torch.nn as nn
import torch.nn.functional as F


class Picker(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(6, 6)

    def forward(self, x):
        odds = torch.sigmoid(self.score(x))
        return odds, odds.bernoulli()  #~ cut-beside-open


def objective(picks, worth, cost, budget):
    total = (picks * worth).sum(1)
    spent = (picks * cost).sum(1)
    return (total - F.relu(spent - budget)).mean()


torch.manual_seed(0)
net = Picker()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
worth, cost = torch.rand(6), torch.rand(6)
for step in range(20):
    x = torch.randn(32, 6)
    odds, picks = net(x)
    regulariser = (odds - 0.5).pow(2).mean()
    loss = -objective(picks, worth, cost, 1.0) + 0.1 * regulariser
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
