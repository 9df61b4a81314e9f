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
