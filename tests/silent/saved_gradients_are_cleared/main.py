import torch
import torch.nn as nn
import torch.nn.functional as F

from weighting import balanced_step


class Critic(nn.Module):
    def __init__(self, hidden=12):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, hidden), nn.LeakyReLU(0.2), nn.Linear(hidden, 1))

    def forward(self, x):
        return self.net(x)


def main(steps=12):
    torch.manual_seed(0)
    critic = Critic()
    opt = torch.optim.SGD(critic.parameters(), lr=0.05)
    for step in range(steps):
        real, fake = torch.randn(16, 2) + 2, torch.randn(16, 2)
        real_loss = F.softplus(-critic(real)).mean()
        fake_loss = F.softplus(critic(fake)).mean()
        balanced_step(critic, opt, real_loss, fake_loss)
        if step % 4 == 0:
            print(step, f"{real_loss.item():.4f} {fake_loss.item():.4f}")


if __name__ == "__main__":
    main()
