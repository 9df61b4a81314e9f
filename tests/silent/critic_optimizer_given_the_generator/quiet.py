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
