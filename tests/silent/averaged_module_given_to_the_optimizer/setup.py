import torch
import torch.nn as nn
from torch.optim.swa_utils import AveragedModel


def build():
    net = nn.Sequential(nn.Linear(6, 24), nn.ReLU(), nn.Linear(24, 2))
    average = AveragedModel(net)
    opt = torch.optim.SGD(average.parameters(), lr=0.1, momentum=0.9)  #~ stale-optimizer|not-in-optimizer|copied-tensor
    return net, average, opt
