# file: main.py
import torch
import torch.nn.functional as F
from torch.optim.swa_utils import AveragedModel

from setup import build


def main(steps=12):
    torch.manual_seed(0)
    net, average, opt = build()
    assert isinstance(average, AveragedModel)
    for step in range(steps):
        x = torch.randn(32, 6)
        y = (x[:, 0] * x[:, 1] > 0).long()  #! decoy
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step > 6:
            average.update_parameters(net)
        if step % 4 == 0:
            print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
# file: setup.py
import torch
import torch.nn as nn
from torch.optim.swa_utils import AveragedModel


def build():
    net = nn.Sequential(nn.Linear(6, 24), nn.ReLU(), nn.Linear(24, 2))
    average = AveragedModel(net)
    opt = torch.optim.SGD(average.parameters(), lr=0.1, momentum=0.9)  #~ stale-optimizer|not-in-optimizer|copied-tensor
    return net, average, opt
