# file: main.py
import torch
import torch.nn.functional as F

from tasks import Balancer, MultiTask


def main():
    torch.manual_seed(0)
    net, balance = MultiTask(), Balancer()
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    history = []
    for step in range(4):
        x = torch.randn(16, 10)
        depth, normal = net(x)
        losses = {
            "depth": F.l1_loss(depth, x[:, :1].abs()),
            "normal": (1 - F.cosine_similarity(normal, x[:, 1:4])).mean(),
        }
        history.append({k: float(v) for k, v in losses.items()})  #! decoy
        loss = balance(losses)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, history[-1])


main()
# file: tasks.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class MultiTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(10, 16), nn.ReLU())
        self.depth, self.normal = nn.Linear(16, 1), nn.Linear(16, 3)

    def forward(self, x):
        h = self.trunk(x)
        return self.depth(h), F.normalize(self.normal(h), dim=-1)


class Balancer:
    def __init__(self, rate=0.1):
        self.rate, self.mean = rate, {}

    def __call__(self, losses):
        total = 0.0
        for name, loss in losses.items():
            value = loss.item()  #~ left-torch
            self.mean[name] = (1 - self.rate) * self.mean.get(name, value) + self.rate * value
            total += value / max(self.mean[name], 1e-6)
        return torch.tensor(total)  #~ rebuilt-tensor|left-torch
