# file: main.py
import torch

from critic import Critic, clamp_weights


def main(steps=8):
    torch.manual_seed(0)
    critic = Critic()
    opt = torch.optim.RMSprop(critic.parameters(), lr=5e-2)
    for step in range(steps):
        real, fake = torch.randn(16, 2) + 1, torch.randn(16, 2)
        loss = critic(fake).mean() - critic(real).mean()
        clamp_weights(critic, 0.02)
        opt.zero_grad()  #! decoy
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: critic.py
import torch.nn as nn


class Critic(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.a, self.b = nn.Linear(2, hidden), nn.Linear(hidden, 1)

    def forward(self, x):
        return self.b(self.a(x).relu())


def clamp_weights(critic, limit):
    for p in critic.parameters():
        p.data.clamp_(-limit, limit)  #~ untracked-write|untracked-change
