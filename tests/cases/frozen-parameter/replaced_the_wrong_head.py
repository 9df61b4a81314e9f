# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from hub import load


def main():
    torch.manual_seed(0)
    model = load("tinynet", classes=10)
    for p in model.parameters():
        p.requires_grad = False  #~ frozen-parameter
    model.fc = nn.Linear(model.width, 3)  #~ frozen-parameter|never-connected
    optimizer = torch.optim.Adam(model.fc.parameters(), lr=1e-3)
    for step in range(2):
        x, y = torch.randn(6, 5), torch.randint(0, 3, (6,))
        logits = model(x)
        loss = F.cross_entropy(logits, y)
        print(step, loss.item(), (logits.argmax(dim=1) == y).sum().item())  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
# file: hub.py
import torch
import torch.nn as nn


class TinyNet(nn.Module):
    width = 8

    def __init__(self, classes):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(5, self.width), nn.ReLU())
        self.classifier = nn.Linear(self.width, classes)

    def forward(self, x):
        return self.classifier(self.features(x))


def load(name, classes):
    models = {"tinynet": TinyNet}
    model = models[name](classes)
    with torch.no_grad():  #! decoy
        model.classifier.bias.zero_()
    return model
