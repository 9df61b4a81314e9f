# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def build():
    return nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 1))


def checkpoint():
    torch.manual_seed(7)
    return build().state_dict()


def resume(model, state):
    model.load_state_dict(state, assign=True)  #~ stale-optimizer


def main():
    state = checkpoint()
    model = build()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)  #~ stale-optimizer
    resume(model, state)  #~ stale-optimizer
    x = torch.randn(25, 6)
    y = x.norm(dim=1, keepdim=True)
    for epoch in range(5):
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def build():
    return nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 1))


def checkpoint():
    torch.manual_seed(7)
    return build().state_dict()


def resume(model, state):
    model.load_state_dict(state)


def main():
    state = checkpoint()
    model = build()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    resume(model, state)
    x = torch.randn(25, 6)
    y = x.norm(dim=1, keepdim=True)
    for epoch in range(5):
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())


main()
