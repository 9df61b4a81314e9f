# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from watch import Watch


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 1))
    watch = Watch.on(net[1])
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(10):
        x = torch.randn(16, 6)
        loss = F.mse_loss(net(x), x[:, :1])
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(watch.seen["spread"][-1])


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def centre(values):
    """Takes the mean out of the gradient itself."""
    values.sub_(values.mean(0, keepdim=True))


def hook(grad):
    centre(grad)


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 1))
net[1].register_forward_hook(lambda layer, given, result: result.register_hook(hook) and None)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(10):
    x = torch.randn(16, 6)
    loss = F.mse_loss(net(x), x[:, :1])
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: watch.py
from collections import defaultdict


def spread(values):
    return values.sub_(values.mean()).norm().item()  #~ hook-result


class Watch:
    def __init__(self):
        self.seen = defaultdict(list)

    @classmethod
    def on(cls, layer):
        watch = cls()
        layer.register_forward_hook(watch.after)
        return watch

    def after(self, layer, given, result):
        result.register_hook(self.note)  #! decoy

    def note(self, grad):
        self.seen["spread"].append(spread(grad))  #! decoy
