# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from prototypes import Prototypes


def main(steps=12):
    torch.manual_seed(0)
    body, protos = nn.Linear(6, 8), Prototypes(4, 8)
    opt = torch.optim.SGD([*body.parameters(), *protos.parameters()], lr=0.1)
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = F.cross_entropy(protos(body(x)), x[:, :4].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        protos.renormalise()  #! decoy
        if step % 4 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: prototypes.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Prototypes(nn.Module):
    def __init__(self, n, dim):
        super().__init__()
        self.points = nn.Parameter(torch.randn(n, dim))

    def forward(self, z):
        return F.normalize(z, dim=1) @ F.normalize(self.points, dim=1).T / 0.2

    def renormalise(self):
        self.points = nn.Parameter(F.normalize(self.points.data, dim=1))  #~ stale-optimizer|not-in-optimizer|parameter-assignment
