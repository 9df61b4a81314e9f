# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from thinning import thin


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(2, 12, 3, padding=1)
        self.head = nn.Linear(12, 3)

    def forward(self, x):
        return self.head(F.relu(self.conv(x)).mean(-1))


def epochs(net, opt, x, y, count):
    for _ in range(count):
        opt.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        opt.step()
    print(f"{loss.item():.3f}")


def experiment():
    torch.manual_seed(0)
    x, y = torch.randn(32, 2, 9), torch.randint(3, (32,))
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=0.01)
    epochs(net, opt, x, y, 6)
    thin(net, keep=4)  #~ stale-optimizer
    for group in opt.param_groups:
        group["lr"] *= 0.3
    epochs(net, opt, x, y, 6)


experiment()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from thinning import thin


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(2, 12, 3, padding=1)
        self.head = nn.Linear(12, 3)

    def forward(self, x):
        return self.head(F.relu(self.conv(x)).mean(-1))


def epochs(net, opt, x, y, count):
    for _ in range(count):
        opt.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        opt.step()
    print(f"{loss.item():.3f}")


def experiment():
    torch.manual_seed(0)
    x, y = torch.randn(32, 2, 9), torch.randint(3, (32,))
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=0.01)
    epochs(net, opt, x, y, 6)
    thin(net, keep=4)
    opt = torch.optim.Adam(net.parameters(), lr=0.003)
    for group in opt.param_groups:
        print(group["lr"])
    epochs(net, opt, x, y, 6)


experiment()
# file: thinning.py
import torch
import torch.nn as nn


def thin(net, keep):
    """Keep the strongest filters of the convolution, and the columns of the head that read them."""
    rows = net.conv.weight.detach().abs().sum((1, 2)).topk(keep).indices
    conv, head = nn.Conv1d(2, keep, 3, padding=1), nn.Linear(keep, net.head.out_features)
    with torch.no_grad():
        conv.weight.copy_(net.conv.weight[rows])
        conv.bias.copy_(net.conv.bias[rows])
        head.weight.copy_(net.head.weight[:, rows])
        head.bias.copy_(net.head.bias)
    net.conv, net.head = conv, head
