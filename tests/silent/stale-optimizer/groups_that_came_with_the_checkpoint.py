# file: main.py
import io

import torch

from voice import Voice


def main():
    torch.manual_seed(0)
    batches = [(torch.randn(16, 8), torch.randint(0, 3, (16,))) for _ in range(6)]
    voice = Voice()
    voice.learn(batches, 2)
    kept = io.BytesIO()
    voice.save(kept)
    kept.seek(0)
    again = Voice.loaded(kept)
    again.learn(batches, 3)  #! decoy
    print(again.turns)


main()
# file: voice.py
import torch
from torch import nn


class Voice:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(8, 12), nn.ReLU(), nn.Linear(12, 3))
        self.groups = [
            {"params": list(self.net[0].parameters()), "lr": 0.05},
            {"params": list(self.net[2].parameters()), "lr": 0.1},
        ]
        self.turns = 0

    def learn(self, batches, turns):
        opt = torch.optim.SGD(self.groups, lr=0.1)  #~ stale-optimizer
        for _ in range(turns):
            for x, y in batches:
                loss = nn.functional.cross_entropy(self.net(x), y)
                self.net.zero_grad()
                loss.backward()
                opt.step()
            self.turns += 1

    def save(self, file):
        torch.save({"state": self.net.state_dict(), "groups": self.groups, "turns": self.turns}, file)

    @classmethod
    def loaded(cls, file):
        found, voice = torch.load(file, weights_only=False), cls()
        voice.net.load_state_dict(found["state"])
        voice.groups, voice.turns = found["groups"], found["turns"]
        return voice
# file: quiet.py
import copy
import io

import torch
from torch import nn


def learn(net, batches):
    opt = torch.optim.SGD([{"params": list(layer.parameters())} for layer in (net[0], net[2])], lr=0.1)
    for x, y in batches:
        loss = nn.functional.cross_entropy(net(x), y)
        net.zero_grad()
        loss.backward()
        opt.step()
    return opt


torch.manual_seed(0)
batches = [(torch.randn(16, 8), torch.randint(0, 3, (16,))) for _ in range(12)]
net = nn.Sequential(nn.Linear(8, 12), nn.ReLU(), nn.Linear(12, 3))
opt = learn(net, batches)
kept = io.BytesIO()
torch.save({"net": net.state_dict(), "opt": opt.state_dict()}, kept)
kept.seek(0)
found = torch.load(kept)
again = copy.deepcopy(net)
again.load_state_dict(found["net"])
learn(again, batches)
