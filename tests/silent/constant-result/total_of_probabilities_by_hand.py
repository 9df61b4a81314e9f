# file: main.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
scorer, trunk = nn.Linear(5, 4), nn.Linear(5, 1)
optimizer = torch.optim.Adam([*scorer.parameters(), *trunk.parameters()], lr=1e-2)
for step in range(10):
    x = torch.randn(16, 5)
    scores = scorer(x)
    log_share = scores - torch.logsumexp(scores, dim=1, keepdim=True)  #! decoy
    mass = torch.exp(log_share).sum(dim=1)  #~ constant-result
    loss = F.mse_loss(trunk(x).squeeze(1) * mass, x.prod(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

# The same logarithms weighed with soft labels, and shares that a mask takes from and that are then made whole again.

torch.manual_seed(0)
scorer, trunk = nn.Linear(5, 4), nn.Linear(5, 4)
optimizer = torch.optim.Adam([*scorer.parameters(), *trunk.parameters()], lr=1e-2)
for step in range(10):
    x = torch.randn(16, 5)
    scores = scorer(x)
    log_share = scores - torch.logsumexp(scores, dim=1, keepdim=True)
    loss = -(log_share * x[:, :4].softmax(1)).sum(dim=1).mean()
    kept = scores.softmax(1) * torch.ones(4)
    kept = kept / kept.sum(1, keepdim=True)
    loss = loss + F.mse_loss((kept * trunk(x)).sum(1), x.prod(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
