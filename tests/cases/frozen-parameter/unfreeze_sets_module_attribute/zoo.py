import torch
import torch.nn as nn


class Pretrained(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.backbone = nn.Linear(6, 12)
        self.neck = nn.Linear(12, 8)
        self.classifier = nn.Linear(8, classes)

    def forward(self, x):
        return self.classifier(torch.relu(self.neck(torch.relu(self.backbone(x)))))


def load_pretrained(classes):
    model = Pretrained(classes)
    for p in model.parameters():
        p.requires_grad = False  #~ frozen-parameter
    return model
