# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def sg(x):
    return x.detach()


def quietly(fn, *args):
    with torch.no_grad():
        return fn(*args)


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc, self.dyn, self.rew = nn.Linear(5, 8), nn.Linear(9, 8), nn.Linear(8, 1)
        self.pi, self.q = nn.Linear(8, 1), nn.Linear(9, 1)


def main():
    torch.manual_seed(0)
    m = Agent()
    target = nn.Linear(9, 1)
    target.load_state_dict(m.q.state_dict())
    opt = torch.optim.Adam([*m.enc.parameters(), *m.dyn.parameters(), *m.rew.parameters(), *m.q.parameters()], lr=1e-3)
    opt_pi = torch.optim.Adam(m.pi.parameters(), lr=1e-3)
    for step in range(6):
        o, o2, a = torch.randn(16, 5), torch.randn(16, 5), torch.rand(16, 1) * 2 - 1
        r = -o.pow(2).sum(1, keepdim=True)
        z = torch.tanh(m.enc(o))
        z2 = torch.tanh(m.dyn(torch.cat([z, a], 1)))
        goal = quietly(lambda: torch.tanh(m.enc(o2)))
        td = r + 0.9 * quietly(target, torch.cat([goal, torch.tanh(m.pi(goal))], 1))
        loss = F.mse_loss(z2, goal) + F.mse_loss(m.rew(z), r) + F.mse_loss(m.q(torch.cat([z, a], 1)), sg(td))
        opt.zero_grad()
        loss.backward()
        opt.step()
        zz = sg(z)
        pi_loss = -m.q(torch.cat([zz, torch.tanh(m.pi(zz))], 1)).mean()
        opt_pi.zero_grad()
        pi_loss.backward()
        opt_pi.step()
        with torch.no_grad():
            for t, s in zip(target.parameters(), m.q.parameters()):
                t.lerp_(s, 0.1)
    print(loss.item(), pi_loss.item())


main()
