# file: main.py
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.lift = nn.Linear(3, 5)
        self.head = nn.Linear(5, 1)
        self.spare = nn.Linear(5, 1)

    @torch.no_grad()  #~ grad-disabled
    def features(self, x):
        return torch.tanh(self.lift(x))

    def forward(self, x):
        return self.head(self.features(x))


torch.manual_seed(0)
model = Encoder()
loss = model(torch.randn(4, 3)).pow(2).mean()
loss.backward()
for name, parameter in model.named_parameters():
    print(name, None if parameter.grad is None else parameter.grad.norm())
with torch.no_grad():  #! decoy
    print(model(torch.randn(1, 3)))
# file: quiet.py
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.lift = nn.Linear(3, 5)
        self.head = nn.Linear(5, 1)
        self.spare = nn.Linear(5, 1)  # for another task: it gets nothing here

    def features(self, x):
        return torch.tanh(self.lift(x))

    def forward(self, x):
        return self.head(self.features(x))


torch.manual_seed(0)
model = Encoder()
loss = model(torch.randn(4, 3)).pow(2).mean()
loss.backward()
for name, parameter in model.named_parameters():
    print(name, None if parameter.grad is None else parameter.grad.norm())
with torch.no_grad():
    print(model(torch.randn(1, 3)))
