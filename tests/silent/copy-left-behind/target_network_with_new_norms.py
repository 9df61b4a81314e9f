# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(2, 4, 3, padding=1)
        self.norm = nn.BatchNorm1d(4)
        self.out = nn.Linear(4, 1)

    def forward(self, state):
        return self.out(torch.relu(self.norm(self.conv(state))).mean(2))


class Learner:
    def __init__(self):
        self.critic, self.target = Critic(), Critic()
        self.target.load_state_dict(self.critic.state_dict())
        self.target.eval()
        self.optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-2)

    def update(self, state, reward, after):
        with torch.no_grad():
            wanted = reward + 0.9 * self.target(after)
        loss = F.smooth_l1_loss(self.critic(state), wanted)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        for slow, fast in zip(self.target.parameters(), self.critic.parameters()):
            slow.data.copy_(0.05 * fast.data + 0.95 * slow.data)  #~ copy-left-behind
        return loss.item()


torch.manual_seed(0)
learner = Learner()
for step in range(12):
    state = 2 + torch.randn(16, 2, 8)
    print(learner.update(state, state[:, 0, :1], state + 0.1 * torch.randn_like(state)))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# The target network is in training mode: it normalises each batch by itself, and keeps its own statistics.


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(2, 4, 3, padding=1)
        self.norm = nn.BatchNorm1d(4)
        self.out = nn.Linear(4, 1)

    def forward(self, state):
        return self.out(torch.relu(self.norm(self.conv(state))).mean(2))


torch.manual_seed(0)
critic, target = Critic(), Critic()
target.load_state_dict(critic.state_dict())
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-2)
for step in range(12):
    state = 2 + torch.randn(16, 2, 8)
    with torch.no_grad():
        wanted = state[:, 0, :1] + 0.9 * target(state + 0.1 * torch.randn_like(state))
    loss = F.smooth_l1_loss(critic(state), wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    for slow, fast in zip(target.parameters(), critic.parameters()):
        slow.data.copy_(0.05 * fast.data + 0.95 * slow.data)
print(loss.item())
