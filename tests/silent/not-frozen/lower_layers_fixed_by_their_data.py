# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Ranker(nn.Module):
    def __init__(self):
        super().__init__()
        self.items = nn.Embedding(20, 6)
        self.towers = nn.ModuleList(nn.Linear(6, 6) for _ in range(3))
        self.score = nn.Linear(6, 1)

    def fix_lower(self, keep):
        for tower in self.towers[:keep]:
            tower.weight.data.requires_grad_(False)  #~ not-frozen
            tower.bias.data.requires_grad_(False)

    def forward(self, ids):
        h = self.items(ids)
        for tower in self.towers:
            h = torch.tanh(tower(h))
        return self.score(h).squeeze(-1)


def main():
    torch.manual_seed(0)
    model = Ranker()
    model.fix_lower(2)
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(12):
        ids = torch.randint(0, 20, (16,))
        loss = F.mse_loss(model(ids), (ids % 5).float())
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Ranker(nn.Module):
    def __init__(self):
        super().__init__()
        self.items = nn.Embedding(20, 6)
        self.towers = nn.ModuleList(nn.Linear(6, 6) for _ in range(3))
        self.score = nn.Linear(6, 1)

    def fix_lower(self, keep):
        for tower in self.towers[:keep]:
            tower.weight.data.requires_grad_(False)
            tower.requires_grad_(False)
            tower.bias.data.mul_(0.5)

    def forward(self, ids):
        h = self.items(ids)
        for tower in self.towers:
            h = torch.tanh(tower(h))
        return self.score(h).squeeze(-1)


def main():
    torch.manual_seed(0)
    model = Ranker()
    model.fix_lower(2)
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(12):
        ids = torch.randint(0, 20, (16,))
        loss = F.mse_loss(model(ids), (ids % 5).float())
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
