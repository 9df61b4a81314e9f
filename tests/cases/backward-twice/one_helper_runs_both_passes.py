import torch
from torch import nn


def optimize(opt, loss):
    opt.zero_grad()
    loss.backward()
    opt.step()


class Agent:
    def __init__(self):
        self.body = nn.Sequential(nn.Linear(3, 5), nn.Tanh())
        self.pi, self.v = nn.Linear(5, 2), nn.Linear(5, 1)
        self.opt_pi = torch.optim.Adam([*self.body.parameters(), *self.pi.parameters()])
        self.opt_v = torch.optim.Adam([*self.body.parameters(), *self.v.parameters()])

    def update(self, s, r):
        h = self.body(s)
        value = self.v(h).squeeze(1)
        logp = torch.log_softmax(self.pi(h), 1)[:, 0]  #~ backward-twice
        optimize(self.opt_v, ((r - value) ** 2).mean())
        optimize(self.opt_pi, -(logp * r).mean())


torch.manual_seed(0)
Agent().update(torch.randn(4, 3), torch.randn(4))
