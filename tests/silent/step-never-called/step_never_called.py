# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def make_training(model):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)  #~ step-never-called
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, total_iters=8)
    return optimizer, schedule


def train(model, x, y):
    optimizer, schedule = make_training(model)
    for epoch in range(8):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()  #~ step-never-called
        schedule.step()
        print(epoch, loss.item(), schedule.get_last_lr()[0])


torch.manual_seed(0)
x = torch.randn(20, 3)
train(nn.Linear(3, 1), x, x.sum(1, keepdim=True))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def make_training(model):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, total_iters=8)
    return optimizer, schedule


def train(model, x, y):
    optimizer, schedule = make_training(model)
    for epoch in range(8):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        schedule.step()
        print(epoch, loss.item(), schedule.get_last_lr()[0])


torch.manual_seed(0)
x = torch.randn(20, 3)
train(nn.Linear(3, 1), x, x.sum(1, keepdim=True))
