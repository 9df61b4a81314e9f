# file: main.py
import torch
import torch.nn as nn

from penalty import gradient_penalty


def mlp(inputs, outputs):
    return nn.Sequential(nn.Linear(inputs, 16), nn.Softplus(), nn.Linear(16, outputs))


def main():
    torch.manual_seed(0)
    generator, critic = mlp(3, 5), mlp(5, 1)
    opt_g = torch.optim.Adam(generator.parameters(), lr=1e-3)
    opt_c = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for step in range(4):
        real = torch.randn(8, 5) + 1
        fake = generator(torch.randn(8, 3)).detach()  #! decoy
        loss_c = critic(fake).mean() - critic(real).mean() + 10 * gradient_penalty(critic, real, fake)
        opt_c.zero_grad()
        loss_c.backward()
        opt_c.step()
        loss_g = -critic(generator(torch.randn(8, 3))).mean()
        opt_g.zero_grad()
        loss_g.backward()
        opt_g.step()
        print(step, loss_c.item(), loss_g.item())


if __name__ == "__main__":
    main()
# file: penalty.py
import torch


def gradient_penalty(critic, real, fake):
    share = torch.rand(len(real), 1)
    between = share * real + (1 - share) * fake  #~ leaf-without-grad
    score = critic(between)
    slope = torch.autograd.grad(
        outputs=score,
        inputs=between,
        grad_outputs=torch.ones_like(score),
        create_graph=True,
    )[0]
    return (slope.norm(2, dim=1) - 1).pow(2).mean()
