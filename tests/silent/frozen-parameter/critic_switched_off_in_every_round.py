# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def learns(module, flag):
    for p in module.parameters():
        p.requires_grad = flag


def main():
    torch.manual_seed(0)
    painter = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 4))
    judge = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    of_painter = torch.optim.SGD(painter.parameters(), lr=0.05)
    of_judge = torch.optim.SGD(judge.parameters(), lr=0.05)
    for _ in range(14):
        real = torch.randn(16, 4) + 1
        learns(judge, False)  #~ frozen-parameter
        made = painter(torch.randn(16, 3))
        loss = F.softplus(-judge(made)).mean()
        of_painter.zero_grad()
        loss.backward()
        of_painter.step()
        judged = F.softplus(-judge(real)).mean() + F.softplus(judge(painter(torch.randn(16, 3)))).mean()
        of_judge.zero_grad()
        judged.backward()
        of_judge.step()
    print(loss.item(), judged.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def learns(module, flag):
    for p in module.parameters():
        p.requires_grad = flag


def main():
    torch.manual_seed(0)
    painter = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 4))
    judge = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    of_painter = torch.optim.SGD(painter.parameters(), lr=0.05)
    of_judge = torch.optim.SGD(judge.parameters(), lr=0.05)
    for _ in range(14):
        real = torch.randn(16, 4) + 1
        learns(judge, False)
        made = painter(torch.randn(16, 3))
        loss = F.softplus(-judge(made)).mean()
        of_painter.zero_grad()
        loss.backward()
        of_painter.step()
        learns(judge, True)
        judged = F.softplus(-judge(real)).mean() + F.softplus(judge(made.detach())).mean()
        of_judge.zero_grad()
        judged.backward()
        of_judge.step()
    print(loss.item(), judged.item())


main()
