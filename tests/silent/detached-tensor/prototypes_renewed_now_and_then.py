# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Prototypes(nn.Module):
    def __init__(self, dim=6, classes=4):
        super().__init__()
        self.encoder = nn.Linear(dim, dim)
        self.prototypes = nn.Parameter(torch.randn(classes, dim))

    def forward(self, x):
        self.features = self.encoder(x)
        return self.features @ F.normalize(self.prototypes.detach(), dim=1).t()  #~ detached-tensor


def main(steps=24):
    torch.manual_seed(0)
    model = Prototypes()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(32, 6)
        loss = F.cross_entropy(model(x), x[:, :4].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            if step % 6 == 5:
                model.prototypes.data[1] = model.features[3]  #! decoy
            model.prototypes.mul_(1 / model.prototypes.norm(dim=1, keepdim=True))  #! decoy
    print(f"{loss.item():.3f}")


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Prototypes(nn.Module):
    def __init__(self, dim=6, classes=4):
        super().__init__()
        self.encoder = nn.Linear(dim, dim)
        self.prototypes = nn.Parameter(torch.randn(classes, dim))

    def forward(self, x):
        self.features = self.encoder(x)
        return self.features @ F.normalize(self.prototypes, dim=1).t()


def main(steps=24):
    torch.manual_seed(0)
    model = Prototypes()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(32, 6)
        loss = F.cross_entropy(model(x), x[:, :4].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            if step % 6 == 5:
                model.prototypes.data[1] = model.features[3]
            model.prototypes.mul_(1 / model.prototypes.norm(dim=1, keepdim=True))
    print(f"{loss.item():.3f}")


main()
