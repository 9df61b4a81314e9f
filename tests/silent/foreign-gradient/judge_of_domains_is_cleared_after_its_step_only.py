# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    features, domain = nn.Sequential(nn.Linear(6, 12), nn.ReLU()), nn.Linear(12, 2)
    labels = nn.Linear(12, 3)
    task = torch.optim.SGD([*features.parameters(), *labels.parameters()], lr=0.05)
    judge = torch.optim.SGD(domain.parameters(), lr=0.05)
    for _ in range(6):
        x = torch.randn(24, 6)
        where = (torch.arange(24) % 2).long()
        h = features(x)
        confusion = -F.cross_entropy(domain(h), where)
        loss = F.cross_entropy(labels(h), x[:, :3].argmax(1)) + 0.1 * confusion
        task.zero_grad()
        loss.backward()
        task.step()
        judged = F.cross_entropy(domain(features(x).detach()), where)
        judged.backward()  #~ foreign-gradient
        judge.step()
        judge.zero_grad()
    print(judged.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    features, domain = nn.Sequential(nn.Linear(6, 12), nn.ReLU()), nn.Linear(12, 2)
    labels = nn.Linear(12, 3)
    task = torch.optim.SGD([*features.parameters(), *labels.parameters()], lr=0.05)
    judge = torch.optim.SGD(domain.parameters(), lr=0.05)
    for _ in range(6):
        x = torch.randn(24, 6)
        where = (torch.arange(24) % 2).long()
        h = features(x)
        confusion = -F.cross_entropy(domain(h), where)
        loss = F.cross_entropy(labels(h), x[:, :3].argmax(1)) + 0.1 * confusion
        task.zero_grad()
        loss.backward()
        task.step()
        judged = F.cross_entropy(domain(features(x).detach()), where)
        judge.zero_grad()
        judged.backward()
        judge.step()
        judge.zero_grad()
    print(judged.item())


main()
