# file: main.py
import torch
import torch.nn as nn

torch.manual_seed(0)
LENGTH = 28


class Player(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 16), nn.Tanh())
        self.move, self.hope = nn.Linear(16, 2), nn.Sequential(nn.Linear(16, 1), nn.Softplus())

    def forward(self, place):
        h = self.body(place)
        return torch.distributions.Categorical(logits=self.move(h)), self.hope(h)


player = Player()
opt = torch.optim.Adam(player.parameters(), lr=2e-3)
for game in range(10):
    place, chances, hopes, gains = torch.randn(1, 3), [], [], []
    for _ in range(LENGTH):
        dist, hope = player(place)
        step = dist.sample()
        chances.append(dist.log_prob(step))
        hopes.append(hope)
        gains.append(1.0 if int(step) == int(place[0, 0] > 0) else 0.0)
        place = torch.randn(1, 3)
    returns = torch.tensor(gains).flip(0).cumsum(0).flip(0) / LENGTH
    above = returns - torch.cat(hopes)  #~ broadcast-loss
    loss = -(torch.cat(chances) * above.detach()).mean() + above.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn

torch.manual_seed(0)
LENGTH = 28


class Player(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 16), nn.Tanh())
        self.move, self.hope = nn.Linear(16, 2), nn.Sequential(nn.Linear(16, 1), nn.Softplus())

    def forward(self, place):
        h = self.body(place)
        return torch.distributions.Categorical(logits=self.move(h)), self.hope(h)


player = Player()
opt = torch.optim.Adam(player.parameters(), lr=2e-3)
for game in range(10):
    place, chances, hopes, gains = torch.randn(1, 3), [], [], []
    for _ in range(LENGTH):
        dist, hope = player(place)
        step = dist.sample()
        chances.append(dist.log_prob(step))
        hopes.append(hope)
        gains.append(1.0 if int(step) == int(place[0, 0] > 0) else 0.0)
        place = torch.randn(1, 3)
    returns = torch.tensor(gains).flip(0).cumsum(0).flip(0) / LENGTH
    above = returns - torch.cat(hopes).squeeze(-1)
    loss = -(torch.cat(chances) * above.detach()).mean() + above.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
