# file: main.py
import torch

from clients import Client, Server


def train(client=Client, rounds=6):
    torch.manual_seed(0)
    server = Server()
    clients = [client(server.template) for _ in range(1)]
    for _ in range(rounds):
        server.before_round()
        for c in clients:
            c.work(torch.randn(8, 5))


if __name__ == "__main__":
    train()
# file: clients.py
import copy

import torch
from torch import nn


class Server:
    def __init__(self):
        self.template = nn.Sequential(nn.Linear(5, 7), nn.Tanh(), nn.Linear(7, 1))

    def before_round(self):
        self.template.zero_grad()  #~ gradient-piled-up


class Client:
    def __init__(self, template):
        self.net = copy.deepcopy(template)  #~ gradient-piled-up
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.05)

    def work(self, x):
        loss = (self.net(x) - x[:, :1]).square().mean()
        loss.backward()  #! decoy
        self.opt.step()
# file: quiet.py
import torch

from clients import Client
from main import train


class Clearing(Client):
    """The template is cleared too, in vain, and each client clears its own."""

    def work(self, x):
        self.opt.zero_grad()
        super().work(x)


train(Clearing)
