import torch.nn as nn


class Classifier(nn.Module):
    def __init__(self, hidden=16, classes=4):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, hidden), nn.ReLU())
        self.head = nn.Sequential(nn.Linear(hidden, classes), nn.Softmax(dim=-1))  #~ double-activation

    def forward(self, x):
        return self.head(self.body(x))  #~ double-activation
