# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from networks import Critic, Segmenter, Translator


def main():
    torch.manual_seed(0)
    gen, critic, seg = Translator(), Critic(), Segmenter()
    opt_g = torch.optim.Adam(gen.parameters(), lr=1e-3)
    opt_d = torch.optim.Adam(critic.parameters(), lr=1e-3)
    opt_s = torch.optim.Adam(seg.parameters(), lr=1e-3)
    for step in range(6):
        day, night = torch.rand(8, 6), torch.rand(8, 6) - 1
        labels = (day.sum(1) > 3).long()
        fake = gen(day)
        d_loss = F.softplus(-critic(night)).mean() + F.softplus(critic(fake.detach())).mean()  #! decoy
        opt_d.zero_grad()
        d_loss.backward()
        opt_d.step()
        s_loss = F.cross_entropy(seg(day), labels)
        opt_s.zero_grad()
        s_loss.backward()
        opt_s.step()
        for p in seg.parameters():
            p.requires_grad_(False)
        adv = F.softplus(-critic(fake)).mean()
        sem = F.cross_entropy(seg(fake.detach()), labels)  #~ detached-tensor
        g_loss = adv + 5.0 * sem
        opt_g.zero_grad()
        g_loss.backward()
        opt_g.step()
        for p in seg.parameters():
            p.requires_grad_(True)
        print(step, d_loss.item(), g_loss.item())  #! decoy


main()
# file: networks.py
import torch.nn as nn


class Translator(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 6), nn.Tanh())


class Critic(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(6, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))


class Segmenter(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 2))
