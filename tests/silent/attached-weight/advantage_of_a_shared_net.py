# file: main.py
import torch
import torch.nn as nn
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 16)
        self.policy = nn.Linear(16, 2)
        self.value = nn.Linear(16, 1)

    def forward(self, x):
        h = torch.tanh(self.body(x))
        return Categorical(logits=self.policy(h)), self.value(h).squeeze(-1)


torch.manual_seed(0)
net = ActorCritic()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(8):
    dist, value = net(torch.randn(32, 4))
    action = dist.sample()
    advantage = torch.randn(32) + action.float() - value
    policy_loss = -(dist.log_prob(action) * advantage).mean()  #~ attached-weight
    value_loss = advantage.pow(2).mean()
    loss = policy_loss + 0.5 * value_loss - 0.01 * dist.entropy().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 16)
        self.policy = nn.Linear(16, 2)
        self.value = nn.Linear(16, 1)

    def forward(self, x):
        h = torch.tanh(self.body(x))
        return Categorical(logits=self.policy(h)), self.value(h).squeeze(-1)


torch.manual_seed(0)
net = ActorCritic()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(8):
    dist, value = net(torch.randn(32, 4))
    action = dist.sample()
    advantage = torch.randn(32) + action.float() - value
    policy_loss = -(dist.log_prob(action) * advantage.detach()).mean()
    value_loss = advantage.pow(2).mean()
    loss = policy_loss + 0.5 * value_loss - 0.01 * dist.entropy().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
