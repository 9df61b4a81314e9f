# file: main.py
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
# file: wgan/__init__.py
# file: wgan/penalty.py
import torch


def interpolate(real, fake):
    eps = torch.rand(len(real), 1)
    return (eps * real + (1 - eps) * fake.detach()).requires_grad_(True)  #! decoy


def gradient_penalty(critic, real, fake):
    mixed = interpolate(real, fake)
    score = critic(mixed)
    gradients = torch.autograd.grad(  #~ missing-create-graph
        outputs=score,
        inputs=mixed,
        grad_outputs=torch.ones_like(score),
        retain_graph=True,
    )[0]
    return (gradients.norm(2, dim=1) - 1).pow(2).mean()
