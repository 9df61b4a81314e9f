# file: main.py
import torch
import torch.nn as nn
from torch.distributions import Normal

from storage import Storage


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
        self.log_std = nn.Parameter(torch.zeros(1))

    def forward(self, s):
        return Normal(self.mean(s), self.log_std.exp())


def ppo_loss(actor, s, a, old_logp, adv, clip=0.2):
    logp = actor(s).log_prob(a).sum(-1)
    ratio = torch.exp(logp - old_logp)  #~ broadcast-loss
    clipped = ratio.clamp(1 - clip, 1 + clip) * adv  #! decoy
    return -torch.min(ratio * adv, clipped).mean()


def main(rounds=3):
    torch.manual_seed(0)
    actor = Actor()
    opt = torch.optim.Adam(actor.parameters(), lr=1e-2)
    for it in range(rounds):
        storage = Storage()
        for _ in range(20):
            s = torch.randn(3)
            with torch.no_grad():
                d = actor(s)
                a = d.sample()
                storage.add(s, a, d.log_prob(a), -float((a - s.sum()) ** 2))
        for _ in range(3):
            loss = ppo_loss(actor, *storage.tensors())
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(it, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: storage.py
import torch


class Storage:
    def __init__(self):
        self.s, self.a, self.logp, self.r = [], [], [], []

    def add(self, s, a, logp, r):
        self.s.append(s)
        self.a.append(a)
        self.logp.append(logp)
        self.r.append(r)

    def tensors(self):
        r = torch.tensor(self.r)
        adv = (r - r.mean()) / (r.std() + 1e-6)
        return torch.stack(self.s), torch.stack(self.a), torch.stack(self.logp), adv  #~ broadcast-loss
