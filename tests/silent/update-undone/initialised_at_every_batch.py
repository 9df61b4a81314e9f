import torch
import torch.nn as nn
import torch.nn.functional as F


def constant_start(module):
    if isinstance(module, nn.Linear):
        nn.init.constant_(module.weight, 0.05)
        nn.init.zeros_(module.bias)


class Loop:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def batch(self, x, y):
        self.model.apply(constant_start)  #~ update-undone|untracked-write
        loss = F.mse_loss(self.model(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()  #! decoy


torch.manual_seed(0)
loop = Loop(nn.Sequential(nn.Linear(4, 6), nn.Sigmoid(), nn.Linear(6, 1)))
for _ in range(7):
    x = torch.randn(16, 4)
    print(loop.batch(x, x.sum(1, keepdim=True)))
