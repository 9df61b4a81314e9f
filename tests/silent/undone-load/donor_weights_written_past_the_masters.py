# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.masters = [nn.Parameter(p.data.clone().double()) for p in model.parameters()]
        self.optimizer = torch.optim.Adam(self.masters, lr=lr)

    def warm_start(self, donor):
        for p, q in zip(self.model.parameters(), donor.parameters()):
            p.data.copy_(q.data)  #~ undone-load

    def step(self, loss):
        self.model.zero_grad()
        loss.backward()
        for p, m in zip(self.model.parameters(), self.masters):
            m.grad = p.grad.double()
        self.optimizer.step()
        for p, m in zip(self.model.parameters(), self.masters):
            p.data.copy_(m.data)


def net():
    return nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 1))


torch.manual_seed(3)
donor, model = net(), net()
trainer = Trainer(model, lr=1e-3)
trainer.warm_start(donor)
for step in range(8):
    x = torch.randn(32, 6)
    loss = F.mse_loss(model(x), x[:, :1])
    trainer.step(loss)
    print(step, loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.masters = [nn.Parameter(p.data.clone().double()) for p in model.parameters()]
        self.optimizer = torch.optim.Adam(self.masters, lr=lr)

    def warm_start(self, donor):
        for p, q in zip(self.model.parameters(), donor.parameters()):
            p.data.copy_(q.data)
        for p, m in zip(self.model.parameters(), self.masters):
            m.data.copy_(p.data)

    def step(self, loss):
        self.model.zero_grad()
        loss.backward()
        for p, m in zip(self.model.parameters(), self.masters):
            m.grad = p.grad.double()
        self.optimizer.step()
        for p, m in zip(self.model.parameters(), self.masters):
            p.data.copy_(m.data)


def net():
    return nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 1))


torch.manual_seed(3)
donor, model = net(), net()
trainer = Trainer(model, lr=1e-3)
trainer.warm_start(donor)
for step in range(8):
    x = torch.randn(32, 6)
    loss = F.mse_loss(model(x), x[:, :1])
    trainer.step(loss)
    print(step, loss.item())
