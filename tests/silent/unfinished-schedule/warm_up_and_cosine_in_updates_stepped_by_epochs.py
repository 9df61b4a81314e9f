# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.lr_scheduler import CosineAnnealingLR, LinearLR, SequentialLR

EPOCHS, BATCHES = 4, 15


class Tagger(nn.Module):
    def __init__(self, words=40, tags=6):
        super().__init__()
        self.embed = nn.Embedding(words, 16)
        self.encode = nn.LSTM(16, 16, batch_first=True)
        self.tag = nn.Linear(16, tags)

    def forward(self, words):
        return self.tag(self.encode(self.embed(words))[0])


def optimizers(model):
    updates = EPOCHS * BATCHES
    warm = updates // 10
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    parts = [LinearLR(optimizer, 0.01, total_iters=warm), CosineAnnealingLR(optimizer, T_max=updates - warm)]
    return optimizer, SequentialLR(optimizer, parts, milestones=[warm])


def main():
    torch.manual_seed(0)
    model = Tagger()
    optimizer, schedule = optimizers(model)
    for epoch in range(EPOCHS):
        for _ in range(BATCHES):
            words = torch.randint(0, 40, (8, 10))
            loss = F.cross_entropy(model(words).flatten(0, 1), (words % 6).flatten())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        schedule.step()  #~ unfinished-schedule
        print(epoch, loss.item(), schedule.get_last_lr())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.lr_scheduler import CosineAnnealingLR, CosineAnnealingWarmRestarts, LinearLR, SequentialLR


def batch():
    x = torch.randn(16, 5)
    return x, x.sum(1, keepdim=True)


def main():
    """A warm-up by batches before a cosine by epochs; restarts by fractions of an epoch; updates of two batches each."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 10), nn.Tanh(), nn.Linear(10, 1))
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    warm = LinearLR(optimizer, 0.01, total_iters=20)
    slow = CosineAnnealingLR(optimizer, T_max=4)
    for epoch in range(4):
        for index in range(20):
            x, y = batch()
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
            if epoch == 0:
                warm.step()
        slow.step()

    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    restarts = CosineAnnealingWarmRestarts(optimizer, T_0=2)
    for epoch in range(3):
        for index in range(10):
            x, y = batch()
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
            restarts.step(epoch + index / 10)

    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    parts = [LinearLR(optimizer, 0.01, total_iters=4), CosineAnnealingLR(optimizer, T_max=26)]
    schedule = SequentialLR(optimizer, parts, milestones=[4])
    for index in range(60):
        x, y = batch()
        (F.mse_loss(model(x), y) / 2).backward()
        if index % 2:
            optimizer.step()
            optimizer.zero_grad()
            schedule.step()


main()
