# file: main.py
from functools import partial

import torch
import torch.nn as nn
import torch.nn.functional as F

from schedules import linear_with_warm_up

EPOCHS, BATCHES = 3, 14


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv1d(1, 6, 5), nn.ReLU(), nn.AdaptiveAvgPool1d(4), nn.Flatten(), nn.Linear(24, 3))
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    factor = partial(linear_with_warm_up, warm=6, total=EPOCHS * BATCHES)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, factor)
    for epoch in range(EPOCHS):
        for _ in range(BATCHES):
            kind = torch.randint(0, 3, (16,))
            wave = torch.sin(torch.arange(32) * (kind + 1)[:, None] * 0.3) + 0.1 * torch.randn(16, 32)
            loss = F.cross_entropy(net(wave[:, None]), kind)
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
        schedule.step()  #~ unfinished-schedule
        print(epoch, loss.item())


main()
# file: schedules.py
def linear_with_warm_up(step, warm, total):
    return (step + 1) / warm if step < warm else max(0.0, (total - step) / (total - warm))
# file: quiet.py
from functools import partial

import torch
import torch.nn as nn
import torch.nn.functional as F

EPOCHS, BATCHES = 3, 14


def by_updates(step, total):
    return max(0.0, 1 - step / total)


def by_epochs(epoch):
    return 0.5 ** (epoch / EPOCHS)


def train(function, each_batch):
    net = nn.Linear(6, 1)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, function)
    for _ in range(EPOCHS):
        for _ in range(BATCHES):
            x = torch.randn(16, 6)
            F.mse_loss(net(x), x[:, :1]).backward()
            optimizer.step()
            optimizer.zero_grad()
            if each_batch:
                schedule.step()
        if not each_batch:
            schedule.step()


torch.manual_seed(0)
train(partial(by_updates, total=EPOCHS * BATCHES), each_batch=True)
train(by_epochs, each_batch=False)
