import torch
import torch.nn as nn

from wgan import Critic, losses


def main():
    torch.manual_seed(0)
    gen, critic = nn.Linear(2, 2), Critic()
    opt_c = torch.optim.RMSprop(critic.parameters(), lr=5e-4)
    opt_g = torch.optim.RMSprop(gen.parameters(), lr=5e-4)
    for it in range(3):
        for _ in range(2):
            loss = losses(critic, gen, torch.randn(16, 2) + 2)
            opt_c.zero_grad()
            loss.backward()
            opt_c.step()
        opt_g.zero_grad()
        (-critic(gen(torch.randn(16, 2)))).backward()
        opt_g.step()
        print(it, loss.item())


main()
