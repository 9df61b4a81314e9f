# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Steps(nn.Module):
    """What is computed for each layer, or in each turn, and of which only the last is meant to count."""

    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(8, 8) for _ in range(4))
        self.cell = nn.GRUCell(8, 8)
        self.heads = nn.ModuleList(nn.Linear(8, 1) for _ in range(3))
        self.out = nn.Linear(8, 1)

    def early_exit(self, x):
        for block in self.blocks:
            x = torch.tanh(block(x))
            doubt = x.pow(2).mean()
            if doubt < 0:
                break
        return x, doubt

    def recurrent(self, x):
        h = torch.zeros(len(x), 8)
        for _ in range(4):
            h = self.cell(x, h)
            score = self.out(h).mean()
        return h, score

    def chosen(self, x):
        for number, block in enumerate(self.blocks):
            x = torch.tanh(block(x))
            sparsity = x.abs().mean()
            if number == len(self.blocks) - 1:
                kept = sparsity
        return x, kept

    def best(self, x):
        lowest = None
        for block in self.blocks:
            x = torch.tanh(block(x))
            cost = x.mean()
            if lowest is None or cost < lowest:
                lowest = cost
        return x, lowest

    def task(self, x, which):
        results = [head(x).mean() for head in self.heads]
        return results[which]


torch.manual_seed(0)
model = Steps()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
for step in range(20):
    x = torch.randn(16, 8)
    shallow, doubt = model.early_exit(x)
    state, score = model.recurrent(x)
    deep, sparsity = model.chosen(x)
    wide, lowest = model.best(x)
    loss = F.mse_loss(model.out(shallow + state + deep + wide), x[:, :1])
    loss = loss + 0.1 * doubt + 0.1 * score + 0.01 * sparsity + 0.01 * lowest + 0.1 * model.task(wide, step % 3)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
