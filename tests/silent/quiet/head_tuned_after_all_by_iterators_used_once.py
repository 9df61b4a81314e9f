# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 12), nn.ReLU())
        self.head = nn.Linear(12, 3)

    def forward(self, x):
        return self.head(self.body(x))


class Trainer:
    """Trains all, then the head alone; the body's gradients are computed and left."""

    def __init__(self, net):
        self.net = net
        self.everything = net.parameters()
        self.last = filter(lambda p: p.shape[0] == 3, net.parameters())

    def optimizer(self, parameters, rate):
        return torch.optim.Adam(parameters, lr=rate)

    def stage(self, parameters, rate):
        optimizer = self.optimizer(parameters, rate)
        for _ in range(10):
            x = torch.randn(16, 6)
            loss = F.cross_entropy(self.net(x), x[:, :3].argmax(1))
            self.net.zero_grad()
            loss.backward()
            optimizer.step()
        print(loss.item())

    def fit(self):
        self.stage(self.everything, 1e-2)
        self.stage(self.last, 1e-3)


torch.manual_seed(0)
Trainer(Net()).fit()
