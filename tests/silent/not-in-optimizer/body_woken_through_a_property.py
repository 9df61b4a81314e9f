# file: main.py
import torch
import torch.nn.functional as F
from torch import nn


class Translator(nn.Module):
    def __init__(self, width=20):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, width), nn.Tanh(), nn.Linear(width, width))
        self.out = nn.Linear(width, 8)

    @property
    def asleep(self):
        return not self.body[0].weight.requires_grad

    @asleep.setter
    def asleep(self, value):
        for p in self.body.parameters():
            p.requires_grad = not value  #! decoy

    def forward(self, x):
        return self.out(self.body(x))


class Training:
    def __init__(self, model, wake_at):
        self.model, self.wake_at = model, wake_at
        self.model.asleep = True  #! decoy
        self.optimizer = torch.optim.Adam((p for p in model.parameters() if p.requires_grad), lr=1e-2)  #~ not-in-optimizer

    def epoch(self, number):
        if number == self.wake_at:
            self.model.asleep = False  #~ not-in-optimizer
        for _ in range(5):
            x = torch.randn(32, 8)
            loss = F.mse_loss(self.model(x), x.flip(1))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return loss.item()


torch.manual_seed(0)
training = Training(Translator(), wake_at=2)
print([round(training.epoch(number), 3) for number in range(5)])
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn


class Translator(nn.Module):
    def __init__(self, width=20):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, width), nn.Tanh(), nn.Linear(width, width))
        self.out = nn.Linear(width, 8)

    def sleep(self, value):
        for p in self.body.parameters():
            p.requires_grad = not value

    def forward(self, x):
        return self.out(self.body(x))


def main():
    """The optimizer holds all from the start: what sleeps has no gradient, and what wakes is updated."""
    torch.manual_seed(0)
    model = Translator()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    model.sleep(True)
    for step in range(25):
        if step == 10:
            model.sleep(False)
        x = torch.randn(32, 8)
        loss = F.mse_loss(model(x), x.flip(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
