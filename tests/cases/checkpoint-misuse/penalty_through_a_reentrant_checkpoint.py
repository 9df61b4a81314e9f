import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Sequential(nn.Linear(6, 6), nn.SiLU()) for _ in range(2)])
        self.out = nn.Linear(6, 1)

    def forward(self, x):
        for b in self.blocks:
            x = checkpoint(b, x, use_reentrant=True)  #~ checkpoint-misuse
        return self.out(x).squeeze(-1)


def penalty(critic, x):
    x = x.detach().requires_grad_()  #! decoy
    (g,) = torch.autograd.grad(critic(x).sum(), x, create_graph=True)
    return (g.norm(dim=1) - 1).pow(2).mean()


def main():
    torch.manual_seed(0)
    critic = Critic()
    opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for step in range(3):
        real, fake = torch.randn(8, 6) + 1, torch.randn(8, 6)
        loss = critic(fake).mean() - critic(real).mean() + 10 * penalty(critic, real)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
