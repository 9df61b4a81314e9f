# file: quiet.py
import torch
from torch import nn

# Time first, several worlds side by side: steps and worlds are flattened together for the heads.
torch.manual_seed(0)
memory, policy, value = nn.LSTM(4, 8), nn.Linear(8, 2), nn.Linear(8, 1)
opt = torch.optim.Adam([*memory.parameters(), *policy.parameters(), *value.parameters()], lr=1e-3)
for _ in range(10):
    seen = torch.randn(16, 3, 4)
    states, _ = memory(seen)
    flat = states.flatten(0, 1)
    chosen, reward = torch.randint(0, 2, (48,)), seen.sum(2).flatten()
    worth = value(flat).squeeze(1)
    chance = policy(flat).log_softmax(1).gather(1, chosen.unsqueeze(1)).squeeze(1)
    loss = -(chance * (reward - worth.detach())).mean() + (worth - reward).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"{loss.item():.3f}")
