# file: main.py
import torch

from a2c import A2C
from normaliser import RunningMean


def main(updates=25):
    torch.manual_seed(0)
    agent = A2C()
    opt = torch.optim.Adam(agent.parameters(), lr=1e-3)
    running = RunningMean()
    for it in range(updates):
        obs, returns = torch.randn(32, 4), torch.randn(32)
        dist, value = agent(obs)
        action = dist.sample()
        advantage = (returns - value).detach()  #! decoy
        loss = -(dist.log_prob(action) * advantage).mean() + (returns - value).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        running.see(value)
        if it % 6 == 0:
            print(it, round(loss.item(), 4), round(float(running.mean), 4))


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Leaky(nn.Module):
    """A recurrence of one forward pass; its last state is only shown."""

    def __init__(self):
        super().__init__()
        self.inp, self.out = nn.Linear(3, 8), nn.Linear(8, 1)

    def forward(self, x):
        mean, outs = torch.zeros(len(x), 8), []
        for t in range(x.shape[1]):
            outs.append(self.out(mean))
            mean = mean + (torch.tanh(self.inp(x[:, t])) - mean) / (t + 1)
        return torch.stack(outs, 1), mean


class Running:
    def __init__(self):
        self.mean, self.count = 0.0, 0

    def see(self, values):
        self.count += 1
        self.mean = self.mean + (values.mean().detach() - self.mean) / self.count


def main(steps=20):
    torch.manual_seed(0)
    net, running = Leaky(), Running()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(8, 6, 3)
        out, last = net(x)
        loss = F.mse_loss(out, x.sum(-1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        running.see(out)
        if step % 5 == 0:
            print(step, loss.item(), float(running.mean), float(last.mean()))


main()
# file: a2c.py
import torch
import torch.nn as nn
from torch.distributions import Categorical


class A2C(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 24), nn.Tanh())
        self.pi, self.v = nn.Linear(24, 3), nn.Linear(24, 1)

    def forward(self, obs):
        h = self.body(obs)
        return Categorical(logits=self.pi(h)), self.v(h).squeeze(-1)
# file: normaliser.py
class RunningMean:
    def __init__(self):
        self.mean, self.count = 0.0, 0

    def see(self, values):
        self.count += 1
        self.mean = self.mean + (values.mean() - self.mean) / self.count  #~ growing-graph
