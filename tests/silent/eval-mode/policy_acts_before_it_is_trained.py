# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 32), nn.LayerNorm(32), nn.ReLU(), nn.Dropout(0.2))
        self.head = nn.Linear(32, 2)
        self.opt = torch.optim.RMSprop(self.parameters(), lr=1e-3)

    def forward(self, obs):
        return self.head(self.body(obs))

    def act(self, obs):
        self.eval()  #~ eval-mode
        with torch.no_grad():
            return self(obs).argmax(-1)

    def learn(self, obs, actions, returns):
        chosen = self(obs).gather(1, actions[:, None]).squeeze(1)
        loss = F.smooth_l1_loss(chosen, returns)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


torch.manual_seed(0)
agent = Agent()
for episode in range(20):
    obs = torch.randn(16, 4)
    actions = agent.act(obs)
    print(agent.learn(obs, actions, (actions == (obs[:, 0] > 0)).float()))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent(nn.Module):
    """Learns without dropout: the method that trains says so itself."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 32), nn.LayerNorm(32), nn.ReLU(), nn.Dropout(0.2))
        self.head = nn.Linear(32, 2)
        self.target = nn.Linear(4, 2).requires_grad_(False)
        self.opt = torch.optim.RMSprop([*self.body.parameters(), *self.head.parameters()], lr=1e-3)

    def forward(self, obs):
        return self.head(self.body(obs))

    def learn(self, obs):
        self.eval()
        with torch.no_grad():
            goal = self.target(obs)
        loss = F.smooth_l1_loss(self(obs), goal)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


torch.manual_seed(0)
agent = Agent()
for episode in range(20):
    print(agent.learn(torch.randn(16, 4)))
