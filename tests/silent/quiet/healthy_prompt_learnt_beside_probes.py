# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
prompt = nn.Parameter(torch.zeros(1, 6))
body = nn.Linear(6, 6)
outer = torch.optim.Adam([prompt, *body.parameters()], lr=0.02)
for turn in range(10):
    x, y = torch.randn(24, 6), torch.randint(0, 3, (24,))
    probe = nn.Linear(6, 3)
    inner = torch.optim.SGD(probe.parameters(), lr=0.2)
    for _ in range(3):
        inner.zero_grad()
        F.cross_entropy(probe(body(x + prompt)), y).backward()
        inner.step()
    loss = F.cross_entropy(probe(body(x + prompt)), y)
    outer.zero_grad()
    loss.backward()
    outer.step()
print(loss.item())
