# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Lesson:
    def __init__(self, share):
        self.share = share

    def soft(self, told, wanted):
        said = (wanted / 2).log_softmax(-1)  #~ constant-term
        return F.kl_div(said, (wanted / 2).softmax(-1), reduction="batchmean")

    def __call__(self, told, wanted, y):
        hard = F.cross_entropy(told, y)
        soft = self.soft(told, wanted)
        return hard * (1 - self.share) + soft * self.share


torch.manual_seed(8)
master, pupil = nn.Linear(6, 4).requires_grad_(False), nn.Linear(6, 4)
lesson = Lesson(0.7)
optimizer = torch.optim.SGD(pupil.parameters(), lr=0.1)
for _ in range(8):
    x = torch.randn(20, 6)
    loss = lesson(pupil(x), master(x), x[:, :4].argmax(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Lesson:
    def __init__(self, share):
        self.share = share

    def soft(self, told, wanted):
        said = (told / 2).log_softmax(-1)
        return F.kl_div(said, (wanted / 2).softmax(-1), reduction="batchmean")

    def __call__(self, told, wanted, y):
        hard = F.cross_entropy(told, y)
        soft = self.soft(told, wanted)
        return hard * (1 - self.share) + soft * self.share


torch.manual_seed(8)
master, pupil = nn.Linear(6, 4).requires_grad_(False), nn.Linear(6, 4)
lesson = Lesson(0.7)
optimizer = torch.optim.SGD(pupil.parameters(), lr=0.1)
for _ in range(8):
    x = torch.randn(20, 6)
    loss = lesson(pupil(x), master(x), x[:, :4].argmax(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
