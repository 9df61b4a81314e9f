# file: main.py
import torch
import torch.nn as nn


def set_trainable(module, flag):
    for parameter in module.parameters():
        parameter.requires_grad = flag


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(6, 12), nn.BatchNorm1d(12), nn.GELU())
        self.head = nn.Linear(12, 3)

    def forward(self, x):
        return self.head(self.encoder(x))


torch.manual_seed(0)
model = Tagger()
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
x = torch.randn(48, 6)
y = x[:, :3].argmax(dim=1)
for epoch in range(24):
    if epoch == 10:
        set_trainable(model.encoder, False)  #~ not-frozen
    optimizer.zero_grad(set_to_none=False)
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn


def set_trainable(module, flag):
    for parameter in module.parameters():
        parameter.requires_grad = flag


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(6, 12), nn.BatchNorm1d(12), nn.GELU())
        self.head = nn.Linear(12, 3)

    def forward(self, x):
        return self.head(self.encoder(x))


torch.manual_seed(0)
model = Tagger()
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
x = torch.randn(48, 6)
y = x[:, :3].argmax(dim=1)
for epoch in range(24):
    if epoch == 10:
        set_trainable(model.encoder, False)
    optimizer.zero_grad(set_to_none=True)
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    if epoch >= 10:
        with torch.no_grad():  # a slow pull towards zero, on purpose
            for parameter in model.encoder.parameters():
                parameter.mul_(0.999)
print(loss.item())
