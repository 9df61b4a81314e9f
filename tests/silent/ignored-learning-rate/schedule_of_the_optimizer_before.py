# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Session:
    def __init__(self, config):
        self.config = config
        self.net = nn.Sequential(nn.Linear(7, 20), nn.ELU(), nn.Linear(20, 2))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=config["rate"])
        warm = config["warm"]
        self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, lambda step: min(1.0, (step + 1) / warm))
        if config["adam"]:
            self.optimizer = torch.optim.Adam(self.net.parameters(), lr=config["rate"])  #~ ignored-learning-rate

    def run(self):
        for step in range(self.config["steps"]):
            x = torch.randn(16, 7)
            loss = F.mse_loss(self.net(x), torch.stack([x.sum(1), x[:, 0] * x[:, 1]], 1))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.schedule.step()
        print(loss.item())


torch.manual_seed(0)
Session({"rate": 0.01, "warm": 12, "steps": 24, "adam": True}).run()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# Two optimizers of the same parameters take turns, and one of them has a schedule; a third goes on where both end.
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(7, 20), nn.ELU(), nn.Linear(20, 2))
adam = torch.optim.Adam(net.parameters(), lr=1e-2)
plain = torch.optim.SGD(net.parameters(), lr=1e-3)
schedule = torch.optim.lr_scheduler.CosineAnnealingLR(adam, T_max=24)


def step(optimizer):
    x = torch.randn(16, 7)
    loss = F.mse_loss(net(x), torch.stack([x.sum(1), x[:, 0] * x[:, 1]], 1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


for turn in range(24):
    step(adam if turn % 2 else plain)
    schedule.step()
last = torch.optim.SGD(net.parameters(), lr=1e-3)
for turn in range(12):
    step(last)
