import torch
import torch.nn as nn
import torch.nn.functional as F


def sharpness(model):
    return sum(p.grad.pow(2).sum() for p in model.parameters())  #! decoy


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        x, y = torch.randn(16, 5), torch.randint(0, 2, (16,))
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()  #~ missing-create-graph
        penalty = 0.1 * sharpness(model)
        penalty.backward()  #! decoy
        optimizer.step()
        print(loss.item(), penalty.item())


main()
