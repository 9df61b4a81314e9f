# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# Actor and critic have targets that follow every fifth step, by a state dict that is mixed from both.


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(4 + 1, 24), nn.Linear(24, 1)

    def forward(self, state, action):
        return self.second(F.relu(self.first(torch.cat([state, action], dim=1))))


def follow(slow, fast, tau):
    ours, theirs = slow.state_dict(), fast.state_dict()
    slow.load_state_dict({name: tau * theirs[name] + (1 - tau) * ours[name] for name in ours})


def train(steps):
    actor, slow_actor = (nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1), nn.Tanh()) for _ in range(2))
    critic, slow_critic = Critic(), Critic()
    for slow, fast in ((slow_actor, actor), (slow_critic, critic)):
        follow(slow, fast, 1.0)
    of_actor = torch.optim.Adam(actor.parameters(), lr=1e-3)
    of_critic = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for step in range(steps):
        state, following, action = torch.randn(32, 4), torch.randn(32, 4), torch.rand(32, 1) * 2 - 1
        reward = -(action - state[:, :1].tanh()).square()
        aim = reward + 0.9 * slow_critic(following, slow_actor(following))
        of_critic.zero_grad()
        F.smooth_l1_loss(critic(state, action), aim).backward()
        of_critic.step()
        of_actor.zero_grad()
        (-critic(state, actor(state)).mean()).backward()
        of_actor.step()
        if step % 5 == 4:
            follow(slow_actor, actor, 0.3)
            follow(slow_critic, critic, 0.3)
    return -critic(state, actor(state)).mean().item()


torch.manual_seed(0)
print(train(30))
