# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Worker:
    """Trains a controller for one task after another, with the state of the task before."""

    def __init__(self, rate):
        self.policy = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 2))
        self.optimizer = torch.optim.SGD(self.policy.parameters(), lr=rate, momentum=0.9)

    def snapshot(self):
        return copy.deepcopy([part.state_dict() for part in (self.policy, self.optimizer)])

    def restore(self, snapshot):
        for part, state in zip((self.policy, self.optimizer), snapshot):
            part.load_state_dict(state)  #~ ignored-learning-rate

    def update(self, sign):
        state = torch.randn(32, 5)
        loss = F.mse_loss(self.policy(state), sign * state[:, :2])
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


torch.manual_seed(0)
teacher = Worker(0.2)
decay = torch.optim.lr_scheduler.ExponentialLR(teacher.optimizer, gamma=0.8)
for step in range(30):
    teacher.update(1)
    decay.step()
pupil = Worker(rate=0.1)
pupil.restore(teacher.snapshot())
for step in range(25):
    loss = pupil.update(-1)
print(loss)
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def adjust(optimizer, epoch, base=0.2):
    for group in optimizer.param_groups:
        group["lr"] = base * 0.01 ** (epoch // 3)


def epochs(net, optimizer, first, last):
    for epoch in range(first, last):
        adjust(optimizer, epoch)
        for _ in range(6):
            x = torch.randn(32, 5)
            optimizer.zero_grad()
            F.mse_loss(net(x), x[:, :2]).backward()
            optimizer.step()


def main():
    """A rate that the program sets by hand is that of the epoch, before the break and after it."""
    torch.manual_seed(0)
    net = nn.Linear(5, 2)
    optimizer = torch.optim.SGD([{"params": net.parameters(), "initial_lr": 0.2}], lr=0.2, momentum=0.9)
    epochs(net, optimizer, 0, 4)
    saved = copy.deepcopy(optimizer.state_dict())
    again = torch.optim.SGD(net.parameters(), lr=0.2, momentum=0.9)
    again.load_state_dict(saved)
    epochs(net, again, 4, 6)


main()
