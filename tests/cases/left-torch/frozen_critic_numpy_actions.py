# file: main.py
import numpy as np
import torch
import torch.nn as nn

from env import clip_to_limits


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 2))

    def forward(self, obs):
        return self.net(obs)

    def act(self, obs):
        action = self(obs).cpu().detach().numpy()  #~ left-torch|detached-tensor
        return clip_to_limits(action)


def main():
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    actor = Actor()
    critic = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 1))
    critic.load_state_dict({k: v.clone() for k, v in critic.state_dict().items()})  #! decoy
    for p in critic.parameters():
        p.requires_grad_(False)  #! decoy
    optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
    for step in range(3):
        obs = torch.as_tensor(rng.normal(size=(8, 4)), dtype=torch.float32)  #! decoy
        action = torch.as_tensor(actor.act(obs), dtype=torch.float32)  #~ left-torch
        q = critic(torch.cat([obs, action], dim=1))
        actor_loss = -q.mean()
        optimizer.zero_grad()
        actor_loss.backward()
        optimizer.step()
        print(step, actor_loss.item())


if __name__ == "__main__":
    main()
# file: env.py
import numpy as np

LIMITS = np.array([1.0, 0.5], dtype=np.float32)


def clip_to_limits(action):
    return np.clip(action, -LIMITS, LIMITS)
