# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Sage(nn.Module):
    def __init__(self):
        super().__init__()
        self.agg = nn.ModuleList([nn.Linear(6, 8), nn.Linear(8, 8)])

    def forward(self, x, adj):
        for layer in self.agg:
            x = F.relu(layer(adj @ x))
        return x

    def loss(self, x, adj, pairs):
        loss = 0
        for layer in self.agg:
            loss = loss + 1e-3 * layer.weight.square().sum()
        h = self(x, adj)
        score = (h[pairs[0]] * h[pairs[1]]).sum(1)
        loss = F.binary_cross_entropy_with_logits(score, torch.ones_like(score))  #~ loss-left-out
        return loss


torch.manual_seed(0)
net = Sage()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
adj = (torch.rand(20, 20) < 0.2).float() + torch.eye(20)
adj = adj / adj.sum(1, keepdim=True)
x = torch.randn(20, 6)
for _ in range(12):
    pairs = torch.randint(0, 20, (2, 30))
    loss = net.loss(x, adj, pairs)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
