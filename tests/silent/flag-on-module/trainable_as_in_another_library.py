# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from transfer import fine_tune_head


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 12), nn.ReLU())
        self.head = nn.Linear(12, 2)

    def forward(self, x):
        return self.head(self.layers(x))


def main():
    torch.manual_seed(0)
    model = fine_tune_head(Encoder())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)  #! decoy
    x = torch.randn(20, 6)
    y = (x[:, 0] > 0).long()
    for _ in range(5):
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self, require_grads=False):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 12), nn.ReLU())
        self.head = nn.Linear(12, 2)
        self.require_grads = require_grads
        self.layers.requires_grad_(require_grads)
        self.head.trainable = True

    def forward(self, x):
        return self.head(self.layers(x))


torch.manual_seed(0)
model = nn.ModuleList([Encoder()])
other = nn.Linear(2, 2)
for p in other.parameters():
    p.trainable = False
for p in model.parameters():
    p.trainable = p.requires_grad
optimizer = torch.optim.SGD([p for m in (model, other) for p in m.parameters() if p.trainable], lr=0.1)
x = torch.randn(20, 6)
y = (x[:, 0] > 0).long()
for _ in range(5):
    loss = F.cross_entropy(other.eval()(model[0](x)), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: transfer.py
def fine_tune_head(model):
    for weight in model.layers.parameters():
        weight.trainable = False  #~ flag-on-module
    return model
