# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Trainer:
    def __init__(self, model, rate, limit):
        self.model, self.limit = model, limit
        self.optimizer = torch.optim.SGD(model.parameters(), lr=rate, momentum=0.9)

    def update(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), max_norm=self.limit)  #~ vanishing-update
        self.optimizer.step()


torch.manual_seed(0)
trainer = Trainer(nn.Sequential(nn.Linear(10, 20), nn.ReLU(), nn.Linear(20, 4)), rate=5e-3, limit=1e-5)
for step in range(40):
    x = torch.randn(64, 10)
    loss = F.cross_entropy(trainer.model(x), x[:, :4].argmax(1))
    trainer.update(loss)
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Trainer:
    """The gradient gives the direction alone, and the rate is the length of a step in units of the limit."""

    def __init__(self, model, rate, limit):
        self.model, self.limit = model, limit
        self.optimizer = torch.optim.SGD(model.parameters(), lr=rate, momentum=0.9)

    def update(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), max_norm=self.limit)
        self.optimizer.step()


torch.manual_seed(0)
trainer = Trainer(nn.Sequential(nn.Linear(10, 20), nn.ReLU(), nn.Linear(20, 4)), rate=5e3, limit=1e-5)
for step in range(40):
    x = torch.randn(64, 10)
    loss = F.cross_entropy(trainer.model(x), x[:, :4].argmax(1))
    trainer.update(loss)
print(loss.item())
