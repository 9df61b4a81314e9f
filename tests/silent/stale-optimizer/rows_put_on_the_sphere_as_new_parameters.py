# file: main.py
import torch
from torch import nn

from sphere import Prototypes, on_sphere


def main(steps=14):
    torch.manual_seed(0)
    body, prototypes = nn.Linear(6, 4), Prototypes(5, 4)
    learned = [*body.parameters(), *prototypes.parameters()]
    opt = torch.optim.SGD(learned, lr=0.1)
    for _ in range(steps):
        x = torch.randn(20, 6)
        loss = nn.functional.cross_entropy(prototypes(body(x)), x[:, :5].argmax(1))
        opt.zero_grad()
        loss.backward()  #! decoy
        opt.step()
        on_sphere(prototypes)
    print(f"{loss.item():.3f}", len(learned))


main()
# file: sphere.py
import torch
import torch.nn.functional as F
from torch import nn


class Prototypes(nn.Module):
    def __init__(self, classes, dim):
        super().__init__()
        self.rows = nn.Parameter(torch.randn(classes, dim))

    def forward(self, z):
        return 4 * F.normalize(z, dim=1) @ self.rows.T


@torch.no_grad()  #! decoy
def on_sphere(module):
    module.rows = nn.Parameter(F.normalize(module.rows, dim=1))  #~ stale-optimizer
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
body, rows = nn.Linear(6, 4), nn.Parameter(torch.randn(5, 4))
learned = [*body.parameters(), rows]
opt = torch.optim.SGD(learned, lr=0.1)
for _ in range(14):
    x = torch.randn(20, 6)
    loss = F.cross_entropy(4 * F.normalize(body(x), dim=1) @ rows.T, x[:, :5].argmax(1))
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        rows.copy_(F.normalize(rows, dim=1))
print(f"{loss.item():.3f}")
