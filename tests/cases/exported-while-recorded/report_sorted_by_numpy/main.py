import torch
import torch.nn as nn
import torch.nn.functional as F

from report import Report


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 2))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    report = Report()
    for step in range(3):
        x, y = torch.randn(12, 5), torch.randint(0, 2, (12,))
        each = F.cross_entropy(net(x), y, reduction="none")
        report.add(torch.arange(12) + 12 * step, each)  #~ exported-while-recorded
        loss = each.mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), report.worst())


main()
