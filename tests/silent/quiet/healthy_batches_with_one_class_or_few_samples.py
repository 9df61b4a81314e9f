# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# A batch for each class; two samples at a time; a value of the only state, for returns that differ.


def train(model, batches, loss_of):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for x, y in batches:
        loss = loss_of(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


torch.manual_seed(0)
ids = [torch.full((16,), number % 4) for number in range(12)]
table = nn.Sequential(nn.Embedding(4, 8), nn.Linear(8, 4))
train(table, [(i, i) for i in ids], F.cross_entropy)

net = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 1))
pairs = [torch.randn(1, 5).repeat(2, 1) for _ in range(12)]
train(net, [(x, torch.randn(2, 1)) for x in pairs], F.mse_loss)

state = torch.ones(5)
train(net, [(state.expand(16, -1), torch.randn(16, 1)) for _ in range(12)], F.mse_loss)

one = torch.randn(1, 5)
train(net, [(one.expand(16, -1), torch.randn(16, 1)) for _ in range(12)], lambda p, y: (p - y).abs().mean())
