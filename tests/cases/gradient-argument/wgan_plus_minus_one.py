import torch
import torch.nn as nn


class Critic(nn.Module):
    def __init__(self, inputs=6):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(inputs, 16), nn.LeakyReLU(0.2, inplace=True), nn.Linear(16, 1))

    def forward(self, x):
        return self.net(x)  #~ gradient-argument


def clip(critic, limit=0.05):
    for p in critic.parameters():
        p.data.clamp_(-limit, limit)  #! decoy


def main():
    torch.manual_seed(0)
    generator = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 6))
    critic = Critic()
    opt_g = torch.optim.RMSprop(generator.parameters(), lr=1e-3)
    opt_c = torch.optim.RMSprop(critic.parameters(), lr=1e-3)
    one = torch.tensor(1.0)  #~ gradient-argument
    minus_one = -one  #~ gradient-argument
    for step in range(3):
        clip(critic)
        opt_c.zero_grad()
        score_real = critic(torch.randn(8, 6) + 2)
        score_real.backward(minus_one)  #~ gradient-argument
        score_fake = critic(generator(torch.randn(8, 3)).detach())  #! decoy
        score_fake.backward(one)
        opt_c.step()
        opt_g.zero_grad()
        critic(generator(torch.randn(8, 3))).backward(minus_one)
        opt_g.step()
        print(step, (score_fake.mean() - score_real.mean()).item())


if __name__ == "__main__":
    main()
