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
