# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from augment import Augment


def main():
    torch.manual_seed(0)
    augment, net = Augment(), nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
    opt = torch.optim.Adam([*augment.parameters(), *net.parameters()], lr=1e-2)
    for step in range(8):
        x, y = torch.randn(32, 6), torch.randint(0, 3, (32,))
        loss = F.cross_entropy(net(augment(x)), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
"""Fixed odds draw the augmentation; they are a buffer."""
import torch
import torch.nn as nn
import torch.nn.functional as F

from augment import Augment

torch.manual_seed(0)
augment, net = Augment(), nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
del augment.odds
augment.register_buffer("odds", torch.tensor([0.0, 1.0, 0.5]))
opt = torch.optim.Adam([*augment.parameters(), *net.parameters()], lr=1e-2)
for step in range(8):
    x, y = torch.randn(32, 6), torch.randint(0, 3, (32,))
    loss = F.cross_entropy(net(augment(x)), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
# file: augment.py
import torch
import torch.nn as nn
from torch.distributions import Categorical


class Augment(nn.Module):
    def __init__(self):
        super().__init__()
        self.odds = nn.Parameter(torch.zeros(3))
        self.ways = [lambda x: x.flip(1), lambda x: x + 0.1 * torch.randn_like(x), lambda x: x * 0.9]

    def forward(self, x):
        which = Categorical(logits=self.odds).sample().item()  #~ sampled-value|left-torch
        return self.ways[which](x)
