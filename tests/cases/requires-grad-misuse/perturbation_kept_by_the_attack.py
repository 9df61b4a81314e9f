import torch
import torch.nn as nn
import torch.nn.functional as F


class Attack:
    def __init__(self, net, steps=3):
        self.net, self.steps, self.delta = net, steps, None

    def run(self, x, y):
        if self.delta is None:
            self.delta = torch.zeros_like(x)
        for _ in range(self.steps):
            self.delta.requires_grad = True
            loss = F.cross_entropy(self.net(x + self.delta), y)
            loss.backward()
            self.delta = (self.delta + 0.05 * self.delta.grad.sign()).clamp(-0.2, 0.2)  #~ requires-grad-misuse
        return x + self.delta


torch.manual_seed(0)
net = nn.Linear(8, 3)
print(Attack(net).run(torch.rand(4, 8), torch.tensor([0, 1, 2, 0])))
