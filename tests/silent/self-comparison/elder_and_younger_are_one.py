# file: main.py
import torch
from torch import nn

from family import margins

torch.manual_seed(0)
younger = nn.GRU(4, 8, batch_first=True)
elder = younger  #~ self-comparison
head = nn.Linear(8, 1)
opt = torch.optim.Adam([*younger.parameters(), *head.parameters()], lr=1e-2)
for _ in range(14):
    good, bad = torch.randn(16, 5, 4), torch.randn(16, 5, 4)
    of_younger = margins(younger, head, good, bad)
    of_elder = margins(elder, head, good, bad)
    loss = nn.functional.softplus(of_elder - of_younger).mean()  #! decoy
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: family.py
def score(net, head, tunes):
    heard, _ = net(tunes)
    return head(heard.mean(1)).squeeze(1)


def margins(net, head, good, bad):
    return score(net, head, good) - score(net, head, bad)
# file: quiet.py
import copy

import torch
from torch import nn

from family import margins

torch.manual_seed(0)
younger = nn.GRU(4, 8, batch_first=True)
head = nn.Linear(8, 1)
elder, old_head = (copy.deepcopy(net).requires_grad_(False) for net in (younger, head))
opt = torch.optim.Adam([*younger.parameters(), *head.parameters()], lr=1e-2)
for _ in range(14):
    good, bad = torch.randn(16, 5, 4), torch.randn(16, 5, 4)
    of_younger = margins(younger, head, good, bad)
    of_elder = margins(elder, old_head, good, bad)
    loss = nn.functional.softplus(of_elder - of_younger).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
