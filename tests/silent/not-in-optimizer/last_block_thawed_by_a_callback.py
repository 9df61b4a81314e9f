# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from callbacks import Callbacks, Thaw


class Net(nn.Module):
    def __init__(self, d=6):
        super().__init__()
        self.one, self.two, self.three = nn.Linear(d, 12), nn.Linear(12, 12), nn.Linear(12, 2)

    def forward(self, x):
        return self.three(torch.relu(self.two(torch.relu(self.one(x)))))


def trainable(net):
    return [p for p in net.parameters() if p.requires_grad]


def main():
    torch.manual_seed(0)
    net = Net()
    net.one.requires_grad_(False)  #! decoy
    net.two.requires_grad_(False)  #! decoy
    callbacks = Callbacks([Thaw(net.two, 10)])
    optimizer = torch.optim.Adam(trainable(net), lr=1e-2)  #~ not-in-optimizer|stale-optimizer
    x = torch.randn(24, 6)
    y = (x[:, 0] > 0).long()
    for step in range(13):
        callbacks("step", step)
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: callbacks.py
class Callbacks(list):
    def __call__(self, event, *args):
        for callback in self:
            getattr(callback, f"on_{event}")(*args)


class Thaw:
    def __init__(self, module, at):
        self.module, self.at = module, at

    def on_step(self, step):
        if step == self.at:
            for p in self.module.parameters():
                p.requires_grad = True  #~ not-in-optimizer|stale-optimizer
