# file: main.py
import torch
from torch import nn
from torch.nn import functional as F


class Trainer:
    def __init__(self):
        self.encoder = nn.Linear(10, 4)
        self.left, self.right = nn.Linear(4, 5), nn.Linear(4, 5)
        common = list(self.encoder.parameters())
        self.left_opt = torch.optim.RMSprop(common + list(self.left.parameters()), lr=1e-3)
        self.right_opt = torch.optim.RMSprop(common + list(self.right.parameters()), lr=1e-3)

    def zero(self):
        self.left_opt.zero_grad()
        self.right_opt.zero_grad()

    def step(self):
        self.left_opt.step()
        self.right_opt.step()

    def fit(self, x):
        self.zero()
        F.mse_loss(self.left(self.encoder(x)), x[:, :5]).backward()
        F.mse_loss(self.right(self.encoder(x)), x[:, 5:]).backward()  #~ stepped-twice
        self.step()


torch.manual_seed(0)
trainer = Trainer()
for _ in range(10):
    trainer.fit(torch.randn(16, 10))
print(trainer.encoder.weight.norm().item())
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F

# Two optimizers with nothing in common: both may step after both passes.
torch.manual_seed(0)
left, right = (nn.Sequential(nn.Linear(10, 4), nn.Linear(4, 5)) for _ in range(2))
left_opt, right_opt = (torch.optim.RMSprop(part.parameters(), lr=1e-3) for part in (left, right))
for _ in range(10):
    x = torch.randn(16, 10)
    left_opt.zero_grad()
    right_opt.zero_grad()
    F.mse_loss(left(x), x[:, :5]).backward()
    F.mse_loss(right(x), x[:, 5:]).backward()
    left_opt.step()
    right_opt.step()
print(left[0].weight.norm().item())
