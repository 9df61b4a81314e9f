import torch
import torch.nn as nn
import torch.nn.functional as F

from amp import Stepper


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 10), nn.ReLU(), nn.Linear(10, 2))
    step = Stepper(torch.optim.SGD(net.parameters(), lr=0.1))
    for i in range(3):
        x, y = torch.randn(16, 5), torch.randint(0, 2, (16,))
        loss = F.cross_entropy(net(x), y)
        print(i, loss.item(), step(loss, net.parameters()))


main()
