import torch
import torch.nn as nn
from torch.autograd import Variable


class OldGenerator(nn.Module):
    def __init__(self, nz=4):
        super().__init__()
        self.main = nn.Sequential(nn.Linear(nz, 16), nn.ReLU(True), nn.Linear(16, 2))

    def forward(self, z):
        return self.main(z)


def to_var(x, volatile=False):
    return Variable(x.data, requires_grad=False)  #~ rebuilt-tensor


def main():
    torch.manual_seed(7)
    generator, critic = OldGenerator(), nn.Sequential(nn.Linear(2, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
    for p in critic.parameters():
        p.requires_grad = False  #! decoy
    opt_g = torch.optim.RMSprop(generator.parameters(), lr=5e-5)
    for step in range(3):
        noise = to_var(torch.randn(10, 4))
        fake = to_var(generator(noise))
        g_cost = -critic(fake).mean()
        opt_g.zero_grad()
        g_cost.backward()
        opt_g.step()
        print(step, g_cost.data.item())


if __name__ == "__main__":
    main()
