# file: main.py
import torch
import torch.nn as nn


def spread(centres, present):
    size = (centres**2).sum(-1).sqrt()  #~ nan-gradient
    return (size * present).sum() / present.sum()


def centres_of(features, members):
    count = members.sum(0).clamp(min=1)
    return members.t() @ features / count.unsqueeze(1)


class Embedding(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden, self.act, self.out = nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 3)

    def forward(self, x):
        return self.out(self.act(self.hidden(x)))  #! decoy


torch.manual_seed(0)
net = Embedding()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(40):
    x = torch.randn(24, 4)
    groups = torch.arange(24) % (2 if step == 21 else 3)
    members = nn.functional.one_hot(groups, 3).float()
    features = net(x)
    centres = centres_of(features, members)
    loss = (features - members @ centres).pow(2).mean() + 0.1 * spread(centres, members.sum(0) > 0)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn


def spread(centres, present):
    size = ((centres**2).sum(-1) + 1e-8).sqrt()
    return (size * present).sum() / present.sum()


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 3))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(40):
    x = torch.randn(24, 4)
    members = nn.functional.one_hot(torch.arange(24) % (2 if step == 21 else 3), 3).float()
    features = net(x)
    centres = members.t() @ features / members.sum(0).clamp(min=1).unsqueeze(1)
    loss = (features - members @ centres).pow(2).mean() + 0.1 * spread(centres, members.sum(0) > 0)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
