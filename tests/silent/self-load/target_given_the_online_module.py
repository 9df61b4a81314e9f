# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Pair:
    def __init__(self, student, teacher):
        self.student, self.teacher = student, teacher

    def refresh(self):
        self.teacher.load_state_dict(self.student.state_dict())  #! decoy


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 3))
    pair = Pair(net, net)  #~ self-load
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(16):
        x = torch.randn(16, 6)
        with torch.no_grad():
            soft = pair.teacher(x).softmax(1)
        loss = F.cross_entropy(pair.student(x + 0.1 * torch.randn_like(x)), soft) + net(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 4 == 3:
            pair.refresh()
    print(loss.item())


main()
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Pair:
    def __init__(self, student, teacher):
        self.student, self.teacher = student, teacher

    def refresh(self):
        self.teacher.load_state_dict(self.student.state_dict())


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 3))
    pair = Pair(net, copy.deepcopy(net))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(16):
        x = torch.randn(16, 6)
        with torch.no_grad():
            soft = pair.teacher(x).softmax(1)
        loss = F.cross_entropy(pair.student(x + 0.1 * torch.randn_like(x)), soft) + net(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 4 == 3:
            pair.refresh()
    print(loss.item())


main()
