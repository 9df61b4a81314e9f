# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
policy, q = nn.Linear(5, 3), nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 3))
opt = torch.optim.Adam([{"params": policy.parameters()}, {"params": q.parameters(), "lr": 1e-2}], lr=1e-3)
for _ in range(8):
    state = torch.randn(32, 5)
    logits = policy(state)
    action = torch.multinomial(logits.softmax(-1), 1).squeeze(1)
    reward = (action == 1).float()
    worth = q(state).gather(1, action[:, None]).squeeze(1)
    loss = (F.cross_entropy(logits, action, reduction="none") * worth).mean()  #~ attached-weight
    loss = loss + F.mse_loss(worth, reward)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
policy, q = nn.Linear(5, 3), nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 3))
opt = torch.optim.Adam([{"params": policy.parameters()}, {"params": q.parameters(), "lr": 1e-2}], lr=1e-3)
for _ in range(8):
    state = torch.randn(32, 5)
    logits = policy(state)
    action = torch.multinomial(logits.softmax(-1), 1).squeeze(1)
    reward = (action == 1).float()
    worth = q(state).gather(1, action[:, None]).squeeze(1)
    loss = (F.cross_entropy(logits, action, reduction="none") * worth.detach()).mean()
    loss = loss + F.mse_loss(worth, reward)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
