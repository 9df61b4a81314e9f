# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    left, right = nn.Linear(5, 8), nn.Linear(5, 8)
    of_left = list(left.parameters())
    of_right = list(right.parameters())
    print("parameters:", len(of_left), len(of_right))
    groups = [{"params": of_left + of_left, "lr": 0.05}]  #~ not-in-optimizer
    optimizer = torch.optim.Adam(groups)
    for _ in range(8):
        x = torch.randn(24, 5)
        score = left(x) @ right(x + 0.1 * torch.randn_like(x)).t()
        loss = F.cross_entropy(score, torch.arange(24))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(round(loss.item(), 4))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    left, right = nn.Linear(5, 8), nn.Linear(5, 8)
    of_left = list(left.parameters())
    of_right = list(right.parameters())
    print("parameters:", len(of_left + of_left), len(of_right))
    groups = [{"params": of_left + of_right, "lr": 0.05}]
    optimizer = torch.optim.Adam(groups)
    for _ in range(8):
        x = torch.randn(24, 5)
        score = left(x) @ right(x + 0.1 * torch.randn_like(x)).t()
        loss = F.cross_entropy(score, torch.arange(24))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(round(loss.item(), 4))


main()
