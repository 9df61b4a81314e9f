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
