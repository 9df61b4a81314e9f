# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tower(nn.Module):
    def __init__(self, n_in, dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, 12), nn.ReLU(), nn.Linear(12, dim))

    def forward(self, x):
        return self.net(x)


def main(dim=1):
    torch.manual_seed(0)
    user, item, scale = Tower(4, dim), Tower(5, dim), nn.Parameter(torch.tensor(1.0))
    opt = torch.optim.Adam([*user.parameters(), *item.parameters(), scale], lr=1e-2)
    for step in range(8):
        u, i = torch.randn(24, 4), torch.randn(24, 5)
        y = (u[:, 0] * i[:, 0] > 0).float()
        score = scale * F.cosine_similarity(user(u), item(i), dim=-1)  #~ zero-derivative
        loss = F.binary_cross_entropy_with_logits(score, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tower(nn.Module):
    def __init__(self, n_in, dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, 12), nn.ReLU(), nn.Linear(12, dim))

    def forward(self, x):
        return self.net(x)


def main(dim=3):
    torch.manual_seed(0)
    user, item, scale = Tower(4, dim), Tower(5, dim), nn.Parameter(torch.tensor(1.0))
    opt = torch.optim.Adam([*user.parameters(), *item.parameters(), scale], lr=1e-2)
    for step in range(8):
        u, i = torch.randn(24, 4), torch.randn(24, 5)
        y = (u[:, 0] * i[:, 0] > 0).float()
        score = scale * F.cosine_similarity(user(u), item(i), dim=-1)
        loss = F.binary_cross_entropy_with_logits(score, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
