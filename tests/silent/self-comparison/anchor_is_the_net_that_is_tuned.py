# file: main.py
import torch
from torch import nn

from tuning import Tuning


def main():
    torch.manual_seed(0)
    reader = nn.Sequential(nn.Linear(6, 16), nn.LayerNorm(16), nn.ReLU(), nn.Linear(16, 3))
    tuning = Tuning(reader)
    for _ in range(14):
        pages = torch.randn(24, 6)
        loss = tuning.step(pages, pages[:, :3].argmax(1))
    print(loss)


main()
# file: tuning.py
import torch
import torch.nn.functional as F


def opinion(net, pages):
    return F.log_softmax(net(pages), dim=1)


class Tuning:
    def __init__(self, net, before=None, stay=0.5):
        self.net, self.stay = net, stay
        if before is None:
            before = net  #~ self-comparison
        self.before = before  #~ self-comparison
        self.opt = torch.optim.SGD(net.parameters(), lr=0.1)

    def step(self, pages, kinds):
        said = opinion(self.net, pages)
        with torch.no_grad():
            said_before = opinion(self.before, pages)
        strayed = F.mse_loss(said, said_before)  #! decoy
        loss = F.nll_loss(said, kinds) + self.stay * strayed
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
# file: quiet.py
import copy

import torch
from torch import nn
import torch.nn.functional as F

from tuning import Tuning, opinion


def main():
    torch.manual_seed(0)
    reader = nn.Sequential(nn.Linear(6, 16), nn.LayerNorm(16), nn.ReLU(), nn.Linear(16, 3))
    tuning = Tuning(reader, copy.deepcopy(reader).requires_grad_(False))
    for _ in range(14):
        pages = torch.randn(24, 6)
        tuning.step(pages, pages[:, :3].argmax(1))


def two_draws_agree():
    """One net under two names, and each call drops others."""
    torch.manual_seed(0)
    first = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Dropout(0.3), nn.Linear(16, 3))
    second = first
    opt = torch.optim.SGD(first.parameters(), lr=0.1)
    for _ in range(14):
        pages = torch.randn(24, 6)
        one, other = opinion(first, pages), opinion(second, pages)
        loss = F.nll_loss(one, pages[:, :3].argmax(1)) + (one - other).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()


def ratio_to_the_present():
    """The value of the ratio is 1; its gradient is what is wanted."""
    torch.manual_seed(0)
    policy = nn.Linear(6, 3)
    old = policy
    opt = torch.optim.SGD(policy.parameters(), lr=0.1)
    for _ in range(14):
        pages = torch.randn(24, 6)
        with torch.no_grad():
            before = opinion(old, pages)
        ratio = (opinion(policy, pages) - before).exp()
        loss = -(ratio * pages[:, :3]).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()


def frames_move_little():
    """One net sees two parts of a clip, of which a helper takes each."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 2))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)

    def seen(clip, at):
        return net(clip[:, at : at + 3])

    now, later = 0, 3
    for _ in range(14):
        clip = torch.randn(24, 6)
        moved = seen(clip, now) - seen(clip, later)
        loss = moved.square().mean() + (seen(clip, now) - clip[:, :2]).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()


main()
two_draws_agree()
ratio_to_the_present()
frames_move_little()
