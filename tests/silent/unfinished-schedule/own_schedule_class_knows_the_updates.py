# file: main.py
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class WarmCosine(torch.optim.lr_scheduler.LRScheduler):
    def __init__(self, optimizer, warm, updates):
        self.warm, self.updates = warm, updates
        super().__init__(optimizer)

    def get_lr(self):
        at = self.last_epoch
        if at < self.warm:
            factor = (at + 1) / (self.warm + 1)
        else:
            factor = 0.5 * (1 + math.cos(math.pi * (at - self.warm) / max(1, self.updates - self.warm)))
        return [base * factor for base in self.base_lrs]


def main(rounds=4, clips=12):
    torch.manual_seed(0)
    net = nn.GRU(3, 12, batch_first=True)
    read = nn.Linear(12, 1)
    optimizer = torch.optim.Adam([*net.parameters(), *read.parameters()], lr=2e-2)
    schedule = WarmCosine(optimizer, 20, rounds * clips)
    for number in range(rounds):
        for _ in range(clips):
            track = torch.randn(8, 15, 3)
            loss = F.mse_loss(read(net(track)[1][-1])[:, 0], track[:, -1].sum(1))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        schedule.step()  #~ unfinished-schedule
        print(number, loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(epochs=3, batches=16):
    """A run that goes on near the end of its schedule, whose length in epochs is as large as the number of batches."""
    torch.manual_seed(0)
    model = nn.Linear(6, 1)
    optimizer = torch.optim.SGD([{"params": model.parameters(), "initial_lr": 0.1}], lr=0.01)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs * batches, last_epoch=40)
    for _ in range(epochs):
        for _ in range(batches):
            x = torch.randn(16, 6)
            optimizer.zero_grad()
            F.mse_loss(model(x), x[:, :1]).backward()
            optimizer.step()
        schedule.step()


main()
