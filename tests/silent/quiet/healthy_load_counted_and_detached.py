# file: quiet.py
import torch
from torch import nn
torch.manual_seed(0)
w_gate = nn.Parameter(torch.randn(8, 4) * 0.1)
experts = nn.ModuleList([nn.Linear(8, 2) for _ in range(4)])
optimizer = torch.optim.Adam([w_gate, *experts.parameters()], lr=0.01)


def cv(v):
    return v.float().var() / (v.float().mean() ** 2 + 1e-10)


for step in range(20):
    x, y = torch.randn(16, 8), torch.randn(16, 2)
    logits = x @ w_gate
    top, index = logits.topk(2, 1)
    gates = torch.zeros_like(logits).scatter(1, index, top.softmax(1))
    load = (gates > 0).sum(0).detach()
    importance = gates.sum(0)
    out = sum(gates[:, i:i + 1] * e(x) for i, e in enumerate(experts))
    loss = ((out - y) ** 2).mean() + 0.01 * (cv(importance) + cv(load))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
