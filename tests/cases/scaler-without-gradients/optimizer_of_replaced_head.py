# file: main.py
import torch
import torch.nn as nn

from model import Pretrained


def main():
    torch.manual_seed(0)
    model = Pretrained()
    model.freeze_backbone()
    optimizer = torch.optim.Adam(model.head.parameters(), lr=1e-2)  #~ scaler-without-gradients
    scaler = torch.amp.GradScaler("cpu")
    model.replace_head(3)  #~ scaler-without-gradients
    for step in range(3):
        x, y = torch.randn(8, 7), torch.randint(0, 3, (8,))
        optimizer.zero_grad(set_to_none=True)  #! decoy
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = nn.functional.cross_entropy(model(x), y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: model.py
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
