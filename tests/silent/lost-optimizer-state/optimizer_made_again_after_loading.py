# file: main.py
import io

import torch
import torch.nn as nn
import torch.nn.functional as F


class Run:
    def __init__(self, net, rate):
        self.net, self.rate = net, rate
        self.prepare()

    def prepare(self):
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=self.rate, momentum=0.9)

    def steps(self, number):
        for _ in range(number):
            x = torch.randn(16, 5)
            loss = F.mse_loss(self.net(x), x.sum(1, keepdim=True))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    def resume(self, file):
        saved = torch.load(file)
        self.net.load_state_dict(saved["net"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.prepare()  #~ lost-optimizer-state


torch.manual_seed(0)
first = Run(nn.Linear(5, 1), 0.05)
first.steps(10)
file = io.BytesIO()
torch.save({"net": first.net.state_dict(), "optimizer": first.optimizer.state_dict()}, file)
file.seek(0)
second = Run(nn.Linear(5, 1), 0.05)
second.resume(file)
second.steps(10)
# file: quiet.py
import io

import torch
import torch.nn as nn
import torch.nn.functional as F

# The last phase begins anew, with an optimizer of another kind; the loaded state was stepped with before.
torch.manual_seed(0)
net = nn.Linear(5, 1)


def train(optimizer, steps=8):
    for _ in range(steps):
        x = torch.randn(16, 5)
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return optimizer


saved = train(torch.optim.Adam(net.parameters(), lr=0.01)).state_dict()
resumed = torch.optim.Adam(net.parameters(), lr=0.01)
resumed.load_state_dict(saved)
train(resumed)
train(torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9))
