# file: main.py
import torch
import torch.nn.functional as F

from critic import SetCritic


def penalty(critic, real, fake):
    mix = torch.rand(len(real), 1, 1)
    between = (mix * real + (1 - mix) * fake).requires_grad_()
    (g,) = torch.autograd.grad(critic(between).sum(), between, create_graph=True)
    return ((g.flatten(1).norm(dim=1) - 1) ** 2).mean()


def main():
    torch.manual_seed(0)
    critic = SetCritic()
    opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for step in range(3):
        real, fake = torch.randn(6, 5, 8) + 1, torch.randn(6, 5, 8)
        loss = critic(fake).mean() - critic(real).mean() + 10 * penalty(critic, real, fake)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: critic.py
import torch.nn as nn
import torch.nn.functional as F


class SetCritic(nn.Module):
    def __init__(self, dim=8, heads=2):
        super().__init__()
        self.qkv, self.out = nn.Linear(dim, 3 * dim), nn.Linear(dim, 1)
        self.heads = heads

    def forward(self, x):
        n, t, d = x.shape
        q, k, v = self.qkv(x).view(n, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        h = F.scaled_dot_product_attention(q, k, v)  #~ missing-derivative
        return self.out(x + h.transpose(1, 2).reshape(n, t, d)).mean((1, 2))
