# file: main.py
import torch
from torch import nn

from board import Board


def main(rounds=12):
    torch.manual_seed(0)
    net, total = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 3)), nn.Parameter(torch.zeros(()))
    board = Board(net)
    opt = torch.optim.Adam([*net.parameters(), total], lr=1e-2)
    for _ in range(rounds):
        chance, worth = board.play(torch.randn(24, 4))
        loss = (total + chance - worth).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.3f}")


main()
# file: board.py
import torch


class Board:
    def __init__(self, net):
        self.net = net

    def pick(self, scores):
        with torch.no_grad():  #! decoy
            return torch.distributions.Categorical(logits=scores * 1.5).sample()

    def chance_of(self, scores, move):
        scores = scores.clone().detach()  #~ detached-tensor
        scores[:, 0] -= 1.0
        return scores.log_softmax(1).gather(1, move.unsqueeze(1)).squeeze(1)

    def play(self, start):
        chance, place = 0.0, start
        for _ in range(3):
            scores = self.net(place)
            move = self.pick(scores)
            chance = chance + self.chance_of(scores, move)
            place = place + move.unsqueeze(1) - 1.0
        return chance, -place.square().sum(1)
# file: quiet.py
import torch
from torch import nn

# The draw has no gradient, and needs none: the chance of what was drawn has one.
torch.manual_seed(0)
net = nn.Linear(4, 3)
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(12):
    x = torch.randn(24, 4)
    scores = net(x)
    with torch.no_grad():
        move = torch.distributions.Categorical(logits=scores).sample()
    chance = scores.log_softmax(1).gather(1, move.unsqueeze(1)).squeeze(1)
    loss = -(chance * x[:, 0].sign()).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"{loss.item():.3f}")
