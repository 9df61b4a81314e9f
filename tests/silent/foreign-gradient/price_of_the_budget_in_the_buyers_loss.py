# file: main.py
import torch
from torch import nn
from torch.nn import functional as F

from shop import Buyer


def main():
    torch.manual_seed(0)
    buyer, price = Buyer(), nn.Parameter(torch.tensor(-1.0))
    buys = torch.optim.Adam(buyer.parameters(), lr=1e-2)
    prices = torch.optim.SGD([price], lr=0.1)
    for week in range(16):
        wishes = torch.rand(32, 4)
        joy, cost = buyer(wishes)
        spent = cost.mean() - 0.3
        buys.zero_grad()
        prices.zero_grad()
        (-joy.mean() + F.softplus(price) * spent).backward()  #~ foreign-gradient
        (-(F.softplus(price) * spent.detach())).backward()
        buys.step()
        prices.step()
        if week % 8 == 0:
            print(week, spent.item(), price.item())


main()
# file: shop.py
from torch import nn


class Buyer(nn.Module):
    def __init__(self):
        super().__init__()
        self.choose = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 4), nn.Sigmoid())

    def forward(self, wishes):
        share = self.choose(wishes)
        return (share * wishes).sum(1), share.sum(1)
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F

from shop import Buyer


def detached():
    torch.manual_seed(0)
    buyer, price = Buyer(), nn.Parameter(torch.tensor(-1.0))
    buys = torch.optim.Adam(buyer.parameters(), lr=1e-2)
    prices = torch.optim.SGD([price], lr=0.1)
    for week in range(16):
        joy, cost = buyer(torch.rand(32, 4))
        spent = cost.mean() - 0.3
        buys.zero_grad()
        prices.zero_grad()
        (-joy.mean() + F.softplus(price).detach() * spent).backward()
        (-(F.softplus(price) * spent.detach())).backward()
        buys.step()
        prices.step()


def cleared_between():
    torch.manual_seed(0)
    buyer, price = Buyer(), nn.Parameter(torch.tensor(-1.0))
    buys = torch.optim.Adam(buyer.parameters(), lr=1e-2)
    prices = torch.optim.SGD([price], lr=0.1)
    for week in range(16):
        joy, cost = buyer(torch.rand(32, 4))
        spent = cost.mean() - 0.3
        buys.zero_grad()
        (-joy.mean() + F.softplus(price) * spent).backward()
        buys.step()
        prices.zero_grad()
        (-(F.softplus(price) * spent.detach())).backward()
        prices.step()


def certain_in_two_passes():
    """How certain each task is learns from its loss, and from what it costs to be uncertain."""
    torch.manual_seed(0)
    buyer, doubt = Buyer(), nn.Parameter(torch.zeros(2))
    buys = torch.optim.Adam(buyer.parameters(), lr=1e-2)
    doubts = torch.optim.SGD([doubt], lr=0.1)
    for week in range(16):
        joy, cost = buyer(torch.rand(32, 4))
        off = torch.stack([(joy - 1).square().mean(), (cost - 0.3).square().mean()])
        buys.zero_grad()
        doubts.zero_grad()
        ((-doubt).exp() * off).sum().backward()
        doubt.sum().backward()
        buys.step()
        doubts.step()


detached()
cleared_between()
certain_in_two_passes()
