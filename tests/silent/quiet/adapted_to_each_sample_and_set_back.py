# file: quiet.py
import copy
import torch
import torch.nn as nn


class Adapted(nn.Module):
    def __init__(self, net, lr):
        super().__init__()
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=lr)
        self.kept = copy.deepcopy(net.state_dict())

    def reset(self):
        self.net.load_state_dict(self.kept)

    def forward(self, x):
        self.reset()
        loss = (self.net(x) - self.net(x + 0.1 * torch.randn_like(x))).pow(2).mean()
        loss.backward()
        self.optimizer.step()
        self.optimizer.zero_grad()
        return self.net(x).detach()


torch.manual_seed(0)
adapted = Adapted(nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 3)), 0.1)
scores = [adapted(torch.randn(1, 6)).argmax(1).item() for _ in range(20)]
print(scores)
