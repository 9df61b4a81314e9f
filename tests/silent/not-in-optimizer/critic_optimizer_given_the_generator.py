# file: main.py
import torch
import torch.nn as nn


def networks():
    generator = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
    critic = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 1))
    return generator, critic


def optimizers(generator, critic):
    opt_g = torch.optim.Adam(generator.parameters(), lr=1e-3)
    opt_c = torch.optim.Adam(generator.parameters(), lr=1e-3)  #~ not-in-optimizer
    return opt_g, opt_c


def main():
    torch.manual_seed(0)
    generator, critic = networks()
    opt_g, opt_c = optimizers(generator, critic)
    bce = nn.BCEWithLogitsLoss()
    for step in range(10):
        real = torch.randn(32, 2) + 2
        fake = generator(torch.randn(32, 4))
        opt_c.zero_grad()
        loss_c = bce(critic(real), torch.ones(32, 1)) + bce(critic(fake.detach()), torch.zeros(32, 1))
        loss_c.backward()
        opt_c.step()
        opt_g.zero_grad()
        loss_g = bce(critic(fake), torch.ones(32, 1))
        loss_g.backward()
        opt_g.step()
    print(loss_c.item(), loss_g.item())


main()
# file: quiet.py
import torch
import torch.nn as nn

# An encoder and a decoder with an optimizer each, and a third for both: three losses, in turn.


def main():
    torch.manual_seed(0)
    encoder = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 4))
    decoder = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 6))
    critic = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    both = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=1e-3)
    fooling = torch.optim.SGD(encoder.parameters(), lr=1e-2)
    judging = torch.optim.Adam(critic.parameters(), lr=1e-3)
    bce = nn.BCEWithLogitsLoss()
    for step in range(10):
        x = torch.rand(32, 6)
        both.zero_grad()
        ((decoder(encoder(x)) - x) ** 2).mean().backward()
        both.step()
        judging.zero_grad()
        code = encoder(x).detach()
        loss = bce(critic(torch.randn(32, 4)), torch.ones(32, 1)) + bce(critic(code), torch.zeros(32, 1))
        loss.backward()
        judging.step()
        fooling.zero_grad()
        bce(critic(encoder(x)), torch.ones(32, 1)).backward()
        fooling.step()


main()
