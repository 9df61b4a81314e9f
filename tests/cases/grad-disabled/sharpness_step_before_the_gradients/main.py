import torch
import torch.nn as nn
import torch.nn.functional as F

from sam import SAM


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 2))
    sam = SAM(net, torch.optim.SGD(net.parameters(), lr=0.1))
    for step in range(3):
        x = torch.randn(16, 4)
        y = (x.sum(1) > 0).long()
        print(step, sam.step(lambda: F.cross_entropy(net(x), y)))


main()
