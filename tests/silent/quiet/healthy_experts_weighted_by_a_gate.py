# file: quiet.py
import torch
import torch.nn as nn
from torch.distributions import Categorical, Normal

torch.manual_seed(0)
gate, mean = nn.Linear(3, 2), nn.Linear(3, 2)
opt = torch.optim.Adam([*gate.parameters(), *mean.parameters()], lr=1e-2)
for _ in range(8):
    x = torch.randn(32, 3)
    y = torch.normal(x.sum(1, keepdim=True), torch.ones(32, 1))
    weight = gate(x).softmax(-1)
    log_prob = Normal(mean(x), 1.0).log_prob(y)
    loss = -(weight * log_prob).sum(-1).mean() - 0.01 * Categorical(probs=weight).entropy().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
