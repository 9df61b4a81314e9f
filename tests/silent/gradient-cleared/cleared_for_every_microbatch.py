# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

PARTS = 4


class Trainer:
    def __init__(self, model, rate=0.05):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=rate)

    def part(self, x, y):
        self.optimizer.zero_grad(set_to_none=True)  #~ gradient-cleared
        loss = F.mse_loss(self.model(x), y) / PARTS
        loss.backward()  #! decoy
        return loss.item()

    def step(self, x, y):
        total = sum(self.part(*pair) for pair in zip(x.chunk(PARTS), y.chunk(PARTS)))
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)  #! decoy
        self.optimizer.step()
        return total


torch.manual_seed(0)
trainer = Trainer(nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 1)))
for _ in range(6):
    x = torch.randn(32, 6)
    print(f"{trainer.step(x, x.sum(dim=1, keepdim=True)):.4f}")
# file: quiet.py
"""Each part's gradient is measured and cleared, before the whole batch is learnt from."""

import torch
import torch.nn as nn
import torch.nn.functional as F

PARTS = 4

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)


def learn(x, y):
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    return loss.item()


for _ in range(6):
    x = torch.randn(32, 6)
    y = x.sum(dim=1, keepdim=True)
    norms = []
    for pair in zip(x.chunk(PARTS), y.chunk(PARTS)):
        learn(*pair)
        norms.append(model[0].weight.grad.norm().item())
    loss = learn(x, y)
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    print(f"{loss:.4f} {max(norms):.4f}")
