# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
reference = copy.copy(policy)  #~ same-memory
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
for step in range(15):
    x = torch.randn(32, 6)
    with torch.no_grad():
        before = F.log_softmax(reference(x), 1)
    now = F.log_softmax(policy(x), 1)
    loss = F.nll_loss(now, x[:, :3].argmax(1)) + 0.1 * F.kl_div(now, before, log_target=True, reduction="batchmean")
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Scorer(nn.Module):
    def __init__(self, warmth):
        super().__init__()
        self.warmth = warmth
        self.layers = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))

    def forward(self, x):
        return self.layers(x) / self.warmth


torch.manual_seed(0)
scorer = Scorer(1.0)
softer = copy.copy(scorer)  # the same weights with a setting of its own
softer.warmth = 4.0
opt = torch.optim.Adam(scorer.parameters(), lr=1e-2)
for step in range(15):
    x = torch.randn(32, 6)
    loss = F.cross_entropy(scorer(x), x[:, :3].argmax(1)) - 0.01 * F.softmax(softer(x), 1).log().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
