# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal


def mlp(i, o):
    return nn.Sequential(nn.Linear(i, 16), nn.ReLU(), nn.Linear(16, o))


def act(actor, s):
    mean, log_std = actor(s).chunk(2, -1)
    d = Normal(mean, log_std.clamp(-5, 2).exp())
    u = d.rsample()
    a = torch.tanh(u)
    return a, (d.log_prob(u) - torch.log(1 - a.pow(2) + 1e-6)).sum(-1, keepdim=True)


def main(steps=10):
    torch.manual_seed(0)
    actor, q = mlp(3, 4), mlp(5, 1)
    old = copy.deepcopy(q).requires_grad_(False)
    log_alpha = torch.zeros(1, requires_grad=True)
    oa = torch.optim.Adam(actor.parameters(), lr=1e-3)
    oq = torch.optim.Adam(q.parameters(), lr=1e-3)
    ol = torch.optim.Adam([log_alpha], lr=1e-3)
    for step in range(steps):
        s, a, r, s2 = torch.randn(16, 3), torch.rand(16, 2), torch.randn(16, 1), torch.randn(16, 3)
        with torch.no_grad():
            a2, lp2 = act(actor, s2)
            y = r + 0.9 * (old(torch.cat([s2, a2], 1)) - log_alpha.exp() * lp2)
        q_loss = F.mse_loss(q(torch.cat([s, a], 1)), y)
        oq.zero_grad()
        q_loss.backward()
        oq.step()
        pi, lp = act(actor, s)
        a_loss = (log_alpha.exp().detach() * lp - q(torch.cat([s, pi], 1))).mean()
        oa.zero_grad()
        a_loss.backward()
        oa.step()
        l_loss = -(log_alpha * (lp + 2.0).detach()).mean()
        ol.zero_grad()
        l_loss.backward()
        ol.step()
        with torch.no_grad():
            for po, p in zip(old.parameters(), q.parameters()):
                po.lerp_(p, 0.01)
        print(step, f"{q_loss.item():.4f}")


if __name__ == "__main__":
    main()
