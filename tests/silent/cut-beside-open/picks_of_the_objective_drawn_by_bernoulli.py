# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 6))
value = torch.linspace(-1, 1, 6)
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
for step in range(20):
    x = torch.randn(32, 6)
    odds = torch.sigmoid(policy(x))
    picks = torch.bernoulli(odds)  #~ cut-beside-open
    objective = (picks * value * x).sum(1).mean()
    entropy = -(odds * odds.log() + (1 - odds) * (1 - odds).log()).sum(1).mean()
    loss = -objective - 0.01 * entropy
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 6))
head, gate = nn.Linear(6, 1), nn.Linear(6, 6)
opt = torch.optim.Adam([*policy.parameters(), *head.parameters(), *gate.parameters()], lr=1e-2)
for step in range(20):
    x = torch.randn(32, 6)
    odds = torch.sigmoid(policy(x)).clamp(1e-4, 1 - 1e-4)
    picks = torch.bernoulli(odds)
    error = F.mse_loss(head(x * picks), x[:, :1], reduction="none").squeeze(1)
    score = (picks * odds.log() + (1 - picks) * (1 - odds).log()).sum(1)
    surrogate = (error.detach() * score).mean()
    open_gate = torch.sigmoid(gate(x))
    hard = torch.bernoulli(open_gate)
    through = hard + open_gate - open_gate.detach()
    noise = torch.bernoulli(torch.full_like(x, 0.9))
    rebuilt = F.mse_loss(x * through, x * noise)
    loss = error.mean() + surrogate + rebuilt + 0.01 * odds.mean() + 0.01 * open_gate.mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
