# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def groups_of(head, body, rate):
    return [{"params": body, "lr": rate / 10}, {"params": head, "lr": rate}]


def train(model, optimizer, steps):
    for _ in range(steps):
        x = torch.randn(16, 8)
        loss = F.mse_loss(model(x), x[:, :2] ** 2)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    model = nn.ModuleDict({"body": nn.Linear(8, 16), "head": nn.Linear(16, 2)})
    model.forward = lambda x: model["head"](torch.relu(model["body"](x)))
    head, body = model["head"].parameters(), list(model["body"].parameters())  #~ exhausted-iterator
    optimizer = torch.optim.RMSprop(groups_of(head, body, 1e-2))
    print("warm", train(model, optimizer, 8))
    optimizer = torch.optim.RMSprop(groups_of(head, body, 1e-3))
    print("cold", train(model, optimizer, 8))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def groups_of(head, body, rate):
    return [{"params": body, "lr": rate / 10}, {"params": head, "lr": rate}]


def train(model, optimizer, steps):
    for _ in range(steps):
        x = torch.randn(16, 8)
        loss = F.mse_loss(model(x), x[:, :2] ** 2)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    model = nn.ModuleDict({"body": nn.Linear(8, 16), "head": nn.Linear(16, 2)})
    model.forward = lambda x: model["head"](torch.relu(model["body"](x)))
    head, body = [*model["head"].parameters()], list(model["body"].parameters())
    optimizer = torch.optim.RMSprop(groups_of(head, body, 1e-2))
    print("warm", train(model, optimizer, 8))
    optimizer = torch.optim.RMSprop(groups_of(head, body, 1e-3))
    print("cold", train(model, optimizer, 8))


main()
