import torch
import torch.nn as nn


class Pretrained(nn.Module):
    def __init__(self, features=7, classes=10):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(features, 16), nn.ReLU(inplace=True), nn.Linear(16, 12))  #! decoy
        self.head = nn.Linear(12, classes)

    def freeze_backbone(self):
        for p in self.backbone.parameters():
            p.requires_grad = False  #! decoy

    def replace_head(self, classes):
        self.head = nn.Linear(self.head.in_features, classes)  #~ scaler-without-gradients
        nn.init.zeros_(self.head.bias)

    def forward(self, x):
        return self.head(self.backbone(x))
