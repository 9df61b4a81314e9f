# file: main.py
import torch
from torch import nn

torch.manual_seed(0)
stages = nn.ModuleList(nn.Conv1d(4, 4, 3, padding=1) for _ in range(3))
judge = nn.Linear(4, 2)
optimizer = torch.optim.RMSprop([*stages.parameters(), *judge.parameters()], lr=1e-3)

for epoch in range(3):
    for batch in torch.randn(6, 8, 4, 10):
        h = batch
        for stage in stages:
            h = torch.relu(stage(h))
            rough = (h[..., 1:] - h[..., :-1]).abs().mean()
            terms = [0.05 * rough]  #~ loss-left-out
        terms.append(nn.functional.cross_entropy(judge(h.mean(2)), (batch.sum((1, 2)) > 0).long()))
        loss = sum(terms)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
stages = nn.ModuleList(nn.Conv1d(4, 4, 3, padding=1) for _ in range(3))
judge = nn.Linear(4, 2)
optimizer = torch.optim.RMSprop([*stages.parameters(), *judge.parameters()], lr=1e-3)

for epoch in range(3):
    for batch in torch.randn(6, 8, 4, 10):
        h = batch
        terms = []
        for stage in stages:
            h = torch.relu(stage(h))
            rough = (h[..., 1:] - h[..., :-1]).abs().mean()
            terms += [0.05 * rough]
        terms.append(nn.functional.cross_entropy(judge(h.mean(2)), (batch.sum((1, 2)) > 0).long()))
        loss = sum(terms)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(loss.item())
