import torch
import torch.nn as nn

from wgan.penalty import gradient_penalty


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.Softplus(), nn.Linear(16, 1))

    def forward(self, x):
        return self.net(x)


def pretrain_lipschitz(critic, steps=3):
    """Makes the critic 1-Lipschitz before the game starts."""
    optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for step in range(steps):
        real, fake = torch.randn(12, 2), torch.randn(12, 2) + 1
        loss = 10 * gradient_penalty(critic, real, fake)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy


def main():
    torch.manual_seed(0)
    pretrain_lipschitz(Critic())


if __name__ == "__main__":
    main()
