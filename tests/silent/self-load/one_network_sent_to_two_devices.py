# file: main.py
import random

import torch

from player import Net, Player


def main():
    torch.manual_seed(0)
    random.seed(0)
    player = Player(Net())
    for turn in range(16):
        player.learn(torch.randn(16, 4), torch.randint(0, 2, (16,)), torch.randn(16), torch.randn(16, 4))
        if turn % 4 == 3:
            player.follow()
    print("done")


main()
# file: player.py
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))

    def forward(self, x):
        return self.layers(x)


class Player:
    def __init__(self, net, device="cpu"):
        self.acting = net.to(device)  #~ self-load
        self.judging = net.to(device).eval()  #~ self-load
        self.opt = torch.optim.Adam(self.acting.parameters(), lr=1e-3)

    def learn(self, state, action, reward, following):
        with torch.no_grad():
            wanted = reward + 0.9 * self.judging(following).amax(1)
        value = self.acting(state).gather(1, action[:, None]).squeeze(1)
        loss = nn.functional.smooth_l1_loss(value, wanted)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()

    def follow(self):
        self.judging.load_state_dict(self.acting.state_dict())  #! decoy
# file: quiet.py
import copy

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
acting = net.to("cpu")
judging = copy.deepcopy(net).to("cpu").eval()
opt = torch.optim.Adam(acting.parameters(), lr=1e-3)
for turn in range(16):
    state, following = torch.randn(16, 4), torch.randn(16, 4)
    with torch.no_grad():
        wanted = torch.randn(16) + 0.9 * judging(following).amax(1)
    loss = nn.functional.smooth_l1_loss(acting(state).amax(1), wanted)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if turn % 4 == 3:
        judging.load_state_dict(acting.state_dict())
