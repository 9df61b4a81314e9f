# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from freezing import Warmup


class Clip(nn.Module):
    def __init__(self):
        super().__init__()
        self.text, self.image = nn.Linear(7, 5), nn.Linear(9, 5)

    def forward(self, t, i):
        return F.normalize(self.text(t), dim=1) @ F.normalize(self.image(i), dim=1).T / 0.1


def main():
    torch.manual_seed(0)
    model = Clip()
    warmup = Warmup(model, epochs=2)
    warmup.begin()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    t = torch.randn(16, 7)
    i = torch.cat([t, t[:, :2]], 1)
    for epoch in range(6):
        loss = F.cross_entropy(model(t, i), torch.arange(16))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        warmup.end_of_epoch(epoch)
        print(epoch, loss.item())  #! decoy


main()
# file: freezing.py
def trainable(parameters, value):
    for p in parameters:
        if p.requires_grad and p.is_floating_point():  #~ frozen-parameter
            p.requires_grad_(value)  #~ frozen-parameter


class Warmup:
    def __init__(self, model, epochs):
        self.model, self.epochs = model, epochs

    def begin(self):
        trainable(self.model.text.parameters(), False)

    def end_of_epoch(self, epoch):
        if epoch == self.epochs:
            trainable(self.model.text.parameters(), value=True)
