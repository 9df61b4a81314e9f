# file: main.py
import torch
from torch import nn

from error import relative_error


class Charges(nn.Module):
    def __init__(self):
        super().__init__()
        self.kind = nn.Embedding(6, 16)
        self.charge = nn.Linear(16, 1)

    def forward(self, kinds, owner, molecules):
        each = self.charge(torch.tanh(self.kind(kinds))).squeeze(-1)
        return torch.zeros(molecules).scatter_add(0, owner, each)


def main(steps=12):
    torch.manual_seed(0)
    net = Charges()
    opt = torch.optim.Adam(net.parameters(), lr=5e-3)
    owner = torch.arange(12).repeat_interleave(4)
    for _ in range(steps):
        kinds = torch.randint(0, 6, (48,))
        dipole = torch.zeros(12).index_add(0, owner, kinds / 6.0)[:, None]
        spread = torch.rand(12) + 0.5
        loss = relative_error(net(kinds, owner, 12), dipole, spread)
        opt.zero_grad()
        loss.backward()  #! decoy
        opt.step()
    print(f"{loss.item():.3f}")


main()
# file: error.py
def relative_error(found, wanted, spread):
    squared = (found - wanted).square()  #~ broadcast-loss
    return (squared / spread).mean()
# file: quiet.py
import torch
from torch import nn


def main(steps=12):
    """Each with each, on purpose: a table of weights says which pairs count."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1))
    opt = torch.optim.Adam(net.parameters(), lr=5e-3)
    for _ in range(steps):
        x = torch.randn(12, 5)
        place = net(x).squeeze(-1)
        wanted = x[:, 0].unsqueeze(-1)
        near = (x[:, None] - x[None]).norm(dim=-1).neg().exp()
        loss = ((place - wanted).square() * near).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.3f}")


main()
