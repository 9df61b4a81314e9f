"""Q-learning with a target network and a replay buffer: after CleanRL."""

import random

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
random.seed(0)


def network() -> nn.Sequential:
    return nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 16), nn.ReLU(), nn.Linear(16, 2))


q, target = network(), network()
optimizer = torch.optim.Adam(q.parameters(), lr=2.5e-4)
target.load_state_dict(q.state_dict())
buffer, state = [], torch.randn(4)
for step in range(120):
    if random.random() < max(0.05, 1 - step / 80):
        action = random.randrange(2)
    else:
        action = torch.argmax(q(state[None]), dim=1).item()
    after = state + 0.1 * torch.randn(4) + 0.05 * (action * 2 - 1)
    buffer.append((state, action, float(after.abs().max() < 2), after, float(random.random() < 0.05)))
    state = after
    if step > 20 and step % 5 == 0:
        s, a, r, n, d = zip(*random.sample(buffer, 16), strict=True)
        with torch.no_grad():
            best, _ = target(torch.stack(n)).max(dim=1)
            wanted = torch.tensor(r) + 0.99 * best * (1 - torch.tensor(d))
        value = q(torch.stack(s)).gather(1, torch.tensor(a)[:, None]).squeeze()
        loss = F.mse_loss(wanted, value)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())
    if step % 20 == 0:
        for kept, new in zip(target.parameters(), q.parameters(), strict=True):
            kept.data.copy_(new.data)
