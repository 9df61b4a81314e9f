# file: main.py
import functools

import torch
import torch.nn as nn
import torch.nn.functional as F


def named(term):
    def wrap(function):
        @functools.wraps(function)
        def inner(self, *args):
            value = function(self, *args)
            self.log[term] = value.item()
            return value

        return inner

    return wrap


class Matcher:
    def __init__(self, net, reference):
        self.net, self.reference = net, reference.requires_grad_(False)
        self.log = {}

    @staticmethod
    def pooled(maps):
        return maps.flatten(2).mean(2)

    @named("match")
    def match(self, own, wanted):
        return F.mse_loss(own, wanted)

    @named("fit")
    def fit(self, out, y):
        return F.cross_entropy(out, y)

    def compute(self, x, y):
        maps, taught = self.net[0](x), self.reference(x)
        own = F.normalize(self.pooled(taught))  #~ constant-term
        wanted = F.normalize(self.pooled(taught), dim=-1)
        return self.match(own, wanted), self.fit(self.net[1](self.pooled(maps)), y)


def main():
    torch.manual_seed(2)
    net = nn.ModuleList([nn.Conv2d(3, 6, 3), nn.Linear(6, 4)])
    matcher = Matcher(net, nn.Conv2d(3, 6, 3))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    for _ in range(9):
        x = torch.randn(8, 3, 10, 10)
        match, fit = matcher.compute(x, x.flatten(1)[:, :4].argmax(1))
        optimizer.zero_grad()
        (fit + 5 * match).backward()
        optimizer.step()
    print(matcher.log)


main()
# file: quiet.py
import functools

import torch
import torch.nn as nn
import torch.nn.functional as F


def named(term):
    def wrap(function):
        @functools.wraps(function)
        def inner(self, *args):
            value = function(self, *args)
            self.log[term] = value.item()
            return value

        return inner

    return wrap


class Matcher:
    def __init__(self, net, reference):
        self.net, self.reference = net, reference.requires_grad_(False)
        self.log = {}

    @staticmethod
    def pooled(maps):
        return maps.flatten(2).mean(2)

    @named("match")
    def match(self, own, wanted):
        return F.mse_loss(own, wanted)

    @named("fit")
    def fit(self, out, y):
        return F.cross_entropy(out, y)

    def compute(self, x, y):
        maps, taught = self.net[0](x), self.reference(x)
        own = F.normalize(self.pooled(maps))
        wanted = F.normalize(self.pooled(taught), dim=-1)
        return self.match(own, wanted), self.fit(self.net[1](self.pooled(maps)), y)


def main():
    torch.manual_seed(2)
    net = nn.ModuleList([nn.Conv2d(3, 6, 3), nn.Linear(6, 4)])
    matcher = Matcher(net, nn.Conv2d(3, 6, 3))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    for _ in range(9):
        x = torch.randn(8, 3, 10, 10)
        match, fit = matcher.compute(x, x.flatten(1)[:, :4].argmax(1))
        optimizer.zero_grad()
        (fit + 5 * match).backward()
        optimizer.step()
    print(matcher.log)


main()
