# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from backbone import Backbone


class Classifier(nn.Module):
    def __init__(self, classes=3):
        super().__init__()
        self.backbone = Backbone(8, 16)  #~ grad-disabled
        self.head = nn.Linear(16, classes)

    def forward(self, x):
        return self.head(self.backbone(x))


def main():
    torch.manual_seed(0)
    net = Classifier()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(12):
        x = torch.randn(30, 8)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(loss.item(), 4))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from backbone import Backbone

torch.manual_seed(0)
fixed, learnt, head = Backbone(8, 16), Backbone(8, 16, learns=True), nn.Linear(32, 3)
opt = torch.optim.Adam([*learnt.parameters(), *head.parameters()], lr=1e-2)
for step in range(12):
    x = torch.randn(30, 8)
    loss = F.cross_entropy(head(torch.cat([fixed(x), learnt(x)], 1)), x[:, :3].argmax(1))
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, round(loss.item(), 4))
# file: backbone.py
import torch
import torch.nn as nn


class Backbone(nn.Module):
    """Features; without `learns` they are computed as by a network that is finished."""

    def __init__(self, size, width, *, learns=False):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.learns = learns

    def forward(self, x):
        with torch.set_grad_enabled(self.learns):  #! decoy
            return self.layers(x)
