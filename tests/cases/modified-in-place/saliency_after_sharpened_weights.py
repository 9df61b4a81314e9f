# file: main.py
import torch
from torch import nn

from sharpening import sharpened

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 10), nn.Tanh(), nn.Linear(10, 3))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def explain(image, label):
    """The gradient of the label's score, by a network with larger weights."""
    image = image.clone().requires_grad_()  #! decoy
    with sharpened(net, by=1.5):
        scores = net(image)  #! decoy
        score = scores.gather(1, label[:, None]).sum()
    score.backward()  #~ modified-in-place
    return image.grad.abs()


for step in range(3):
    image, label = torch.randn(8, 6), torch.randint(0, 3, (8,))
    loss = nn.functional.cross_entropy(net(image), label)
    optimizer.zero_grad()
    loss.backward()  #! decoy
    optimizer.step()
    print(step, explain(image, label).mean().item())
# file: sharpening.py
import torch


class sharpened:
    def __init__(self, net, by):
        self.parameters, self.by = list(net.parameters()), by

    def __enter__(self):
        self.before = [p.detach().clone() for p in self.parameters]
        with torch.no_grad():
            for p in self.parameters:
                p.mul_(self.by)  #! decoy

    def __exit__(self, *failure):
        with torch.no_grad():
            for p, old in zip(self.parameters, self.before):
                p.copy_(old)  #~ modified-in-place
