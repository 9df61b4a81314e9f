# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def tower(width, dim):
    return nn.Sequential(nn.Linear(width, 16), nn.GELU(), nn.Linear(16, dim))


class Recommender(nn.Module):
    def __init__(self):
        super().__init__()
        self.user, self.product = tower(7, 4), tower(7, 4)
        self.bias = nn.Parameter(torch.zeros(1))

    def forward(self, users, items):
        u, i = (
            self.user(users),
            self.user(items),  #~ idle-parameter
        )
        return (u * i).sum(-1) + self.bias


def main():
    torch.manual_seed(0)
    net = Recommender()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-2)
    for step in range(6):
        users, items = torch.randn(32, 7), torch.randn(32, 7)
        clicked = (users[:, 0] * items[:, 1] > 0).float()
        loss = F.binary_cross_entropy_with_logits(net(users, items), clicked)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
"""One tower embeds both; a second one, of another kind, rests."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Recommender(nn.Module):
    def __init__(self):
        super().__init__()
        self.both = nn.Sequential(nn.Linear(7, 16), nn.GELU(), nn.Linear(16, 4))
        self.spare = nn.Sequential(nn.Linear(7, 16), nn.ReLU(), nn.Linear(16, 4))

    def forward(self, users, items):
        u, i = self.both(users), self.both(items)
        return (u * i).sum(-1)


torch.manual_seed(0)
net = Recommender()
opt = torch.optim.AdamW(net.parameters(), lr=1e-2)
for step in range(6):
    users, items = torch.randn(32, 7), torch.randn(32, 7)
    clicked = (users[:, 0] * items[:, 1] > 0).float()
    loss = F.binary_cross_entropy_with_logits(net(users, items), clicked)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
