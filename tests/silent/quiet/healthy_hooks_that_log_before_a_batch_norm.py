# file: quiet.py
import torch
from torch import nn


class Norms:
    def __init__(self, module):
        self.seen = {}
        for name, p in module.named_parameters():
            p.register_hook(lambda g, name=name: self.seen.__setitem__(name, g.norm().item()))


torch.manual_seed(0)
body = nn.Sequential(nn.Linear(6, 12), nn.ReLU())
head = nn.Sequential(nn.Linear(12, 12), nn.BatchNorm1d(12), nn.ReLU(), nn.Linear(12, 4))
norms = Norms(head)
opt = torch.optim.AdamW([*body.parameters(), *head.parameters()], lr=2e-3, weight_decay=1e-2)
for _ in range(24):
    x = torch.randn(32, 6)
    one, other = head(body(x + 0.1)), head(body(x - 0.1))
    loss = 2 - nn.functional.cosine_similarity(one, other.detach()).mean()
    loss = loss - nn.functional.cosine_similarity(other, one.detach()).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"{loss.item():.3f}", len(norms.seen))
