# file: main.py
import torch
from torch import nn

from two_heads import Pair


def main():
    torch.manual_seed(0)
    model = Pair()
    depth = torch.optim.Adam([*model.trunk.parameters(), *model.depth.parameters()], lr=1e-2)
    kind = torch.optim.Adam([*model.trunk.parameters(), *model.kind.parameters()], lr=1e-2)
    for step in range(12):
        x = torch.randn(32, 6)
        far, label = model(x)
        depth_loss = nn.functional.l1_loss(far, x[:, :1].abs())
        kind_loss = nn.functional.cross_entropy(label, (x[:, 1] > 0).long())
        depth.zero_grad()
        kind.zero_grad()
        depth_loss.backward(retain_graph=True)
        kind_loss.backward()  #~ stepped-twice
        depth.step()
        kind.step()
    print(depth_loss.item(), kind_loss.item())


main()
# file: two_heads.py
from torch import nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.depth, self.kind = nn.Linear(16, 1), nn.Linear(16, 2)

    def forward(self, x):
        z = self.trunk(x)
        return self.depth(z), self.kind(z)
# file: quiet.py
import torch
from torch import nn

# Both losses are for the trunk, which an optimizer of its own steps once with their sum.
torch.manual_seed(0)
trunk, depth, kind = nn.Sequential(nn.Linear(6, 16), nn.ReLU()), nn.Linear(16, 1), nn.Linear(16, 2)
optimizers = [torch.optim.Adam(part.parameters(), lr=1e-2) for part in (trunk, depth, kind)]
for step in range(12):
    x = torch.randn(32, 6)
    z = trunk(x)
    depth_loss = nn.functional.l1_loss(depth(z), x[:, :1].abs())
    kind_loss = nn.functional.cross_entropy(kind(z), (x[:, 1] > 0).long())
    for optimizer in optimizers:
        optimizer.zero_grad()
    depth_loss.backward(retain_graph=True)
    kind_loss.backward()
    for optimizer in optimizers:
        optimizer.step()
print(depth_loss.item(), kind_loss.item())
