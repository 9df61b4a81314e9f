# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def initialise(module):
    if isinstance(module, nn.Linear):
        module.reset_parameters()


def run_epoch(model, optimizer, batches):
    for x, y in batches:
        model.apply(initialise)  #~ update-undone
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 10), nn.ReLU(), nn.Linear(10, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.randn(4, 16, 5)
    batches = [(b, (b.sum(1) > 0).long()) for b in x]
    for epoch in range(3):
        print(run_epoch(model, optimizer, batches))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def initialise(module):
    if isinstance(module, nn.Linear):
        module.reset_parameters()


def main():
    """Folds that start from scratch with the same model, one step each for the last; a critic with clipped weights."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 10), nn.ReLU(), nn.Linear(10, 2))
    x = torch.randn(4, 16, 5)
    batches = [(b, (b.sum(1) > 0).long()) for b in x]
    for fold in range(4):
        model.apply(initialise)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for a, b in batches:
            loss = F.cross_entropy(model(a), b)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            with torch.no_grad():
                for p in model.parameters():
                    p.clamp_(-0.3, 0.3)
        print(loss.item())


main()
