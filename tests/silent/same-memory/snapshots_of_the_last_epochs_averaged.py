# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from leaves import Classifier, photos


def train(net, epochs):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.2, momentum=0.9)
    kept = []
    for epoch in range(epochs):
        for _ in range(5):
            x, y = photos(32)
            loss = F.cross_entropy(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if epoch >= epochs - 3:
            kept.append(net.state_dict())  #~ same-memory
    return kept


def main():
    torch.manual_seed(0)
    net = Classifier()
    kept = train(net, 8)
    soup = {name: sum(state[name] for state in kept) / len(kept) for name in kept[0]}  #! decoy
    net.load_state_dict(soup)
    x, y = photos(64)
    print((net(x).argmax(1) == y).float().mean().item())


main()
# file: leaves.py
import torch
import torch.nn as nn


class Classifier(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(9, 20), nn.ReLU(), nn.Linear(20, 4))


def photos(n):
    x = torch.randn(n, 9)
    return x, x[:, :4].argmax(1)
# file: quiet.py
import copy

import torch
import torch.nn.functional as F

from leaves import Classifier, photos


def step(net, optimizer):
    x, y = photos(32)
    loss = F.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def copies(net, epochs=8):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.2, momentum=0.9)
    kept = []
    for epoch in range(epochs):
        step(net, optimizer)
        kept.append(copy.deepcopy(net.state_dict()))
    net.load_state_dict({name: sum(state[name] for state in kept) / len(kept) for name in kept[0]})


def running(net, epochs=8):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.2, momentum=0.9)
    mean = {name: torch.zeros_like(value) for name, value in net.state_dict().items()}
    for epoch in range(epochs):
        step(net, optimizer)
        state = net.state_dict()
        mean = {name: mean[name] + (state[name] - mean[name]) / (epoch + 1) for name in mean}
    net.load_state_dict(mean)


def clients(net, rounds=4):
    for _ in range(rounds):
        states = []
        for _ in range(3):
            worker = copy.deepcopy(net)
            step(worker, torch.optim.SGD(worker.parameters(), lr=0.2))
            states.append(worker.state_dict())
        net.load_state_dict({name: torch.stack([s[name] for s in states]).mean(0) for name in states[0]})


def frozen_part(net, epochs=4):
    net[0].requires_grad_(False)
    optimizer = torch.optim.SGD(net[2].parameters(), lr=0.2)
    kept = []
    for _ in range(epochs):
        step(net, optimizer)
        kept.append({name: v if name.startswith("0.") else v.clone() for name, v in net.state_dict().items()})
    net.load_state_dict({name: torch.stack([s[name] for s in kept]).mean(0) for name in kept[0]})


def main():
    torch.manual_seed(0)
    for average in (copies, running, clients, frozen_part):
        net = Classifier()
        average(net)
        x, y = photos(64)
        print((net(x).argmax(1) == y).float().mean().item())


main()
