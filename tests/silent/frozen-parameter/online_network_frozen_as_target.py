import torch
import torch.nn as nn
import torch.nn.functional as F


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 24), nn.ReLU(), nn.Linear(24, b))


class BYOL(nn.Module):
    def __init__(self, d=8, dim=6, m=0.9):
        super().__init__()
        self.online = mlp(d, dim)
        self.predictor = mlp(dim, dim)
        self.target = self.online  #~ frozen-parameter|stale-optimizer|copied-tensor
        for p in self.target.parameters():
            p.requires_grad = False  #~ frozen-parameter
        self.m = m

    @torch.no_grad()  #! decoy
    def update_target(self):
        for t, o in zip(self.target.parameters(), self.online.parameters()):
            t.data.mul_(self.m).add_(o.data, alpha=1 - self.m)

    def forward(self, a, b):
        p = F.normalize(self.predictor(self.online(a)), dim=1)
        with torch.no_grad():  #! decoy
            z = F.normalize(self.target(b), dim=1)
        return 2 - 2 * (p * z).sum(1).mean()


def main():
    torch.manual_seed(0)
    model = BYOL()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for step in range(6):
        x = torch.randn(32, 8)
        loss = model(x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        model.update_target()
        print(step, loss.item())  #! decoy


main()
