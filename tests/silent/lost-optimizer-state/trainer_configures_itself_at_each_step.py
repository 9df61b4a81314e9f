# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Trainer:
    def __init__(self, net):
        self.net = net

    def configure(self):
        return torch.optim.SGD(self.net.parameters(), lr=0.05, momentum=0.9)  #~ lost-optimizer-state

    def training_step(self, x, y):
        opt = self.configure()  #~ lost-optimizer-state
        opt.zero_grad()
        loss = F.mse_loss(self.net(x), y)
        loss.backward()
        opt.step()
        return loss.item()


torch.manual_seed(0)
trainer = Trainer(nn.Linear(5, 1))
for _ in range(10):
    x = torch.randn(20, 5)
    print(trainer.training_step(x, x.sum(1, keepdim=True)))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Trainer:
    def __init__(self, net):
        self.net = net

    def configure(self):
        return torch.optim.SGD(self.net.parameters(), lr=0.05)

    def training_step(self, x, y):
        opt = self.configure()
        opt.zero_grad()
        loss = F.mse_loss(self.net(x), y)
        loss.backward()
        opt.step()
        return loss.item()


torch.manual_seed(0)
trainer = Trainer(nn.Linear(5, 1))
for _ in range(10):
    x = torch.randn(20, 5)
    print(trainer.training_step(x, x.sum(1, keepdim=True)))
