# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Fit:
    def __init__(self, net, epochs):
        self.net, self.epochs = net, epochs
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.2, momentum=0.9)
        self.schedule = torch.optim.lr_scheduler.StepLR(self.optimizer, 1, gamma=0.4)

    def epoch(self):
        for _ in range(12):
            x = torch.randn(16, 5)
            loss = F.mse_loss(self.net(x), x.sum(1, keepdim=True))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.schedule.step()  #~ vanishing-update

    def run(self):
        for _ in range(self.epochs):
            self.epoch()


torch.manual_seed(0)
Fit(nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1)), 4).run()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.2, momentum=0.9)
schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.2, total_steps=48)
for step in range(48):
    x = torch.randn(16, 5)
    loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    schedule.step()
