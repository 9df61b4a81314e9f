# file: main.py
import torch
import torch.nn.functional as F

from schedule import Stages
from vision import Classifier


def main(epochs=4):
    torch.manual_seed(0)
    model = Classifier()
    stages = Stages(model, unfreeze_at=2)
    opt = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=1e-2)  #~ not-in-optimizer|stale-optimizer|frozen-parameter
    for epoch in range(epochs):
        stages.begin(epoch)
        for _ in range(4):
            x = torch.randn(16, 6)
            loss = F.cross_entropy(model(x), x[:, :3].argmax(1))
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: schedule.py
class Stages:
    """The backbone sleeps in the first epochs."""

    def __init__(self, model, unfreeze_at):
        self.model, self.at = model, unfreeze_at
        model.backbone.requires_grad_(False)  #! decoy

    def begin(self, epoch):
        if epoch == self.at:
            self.model.backbone.requires_grad_(True)  #~ not-in-optimizer|stale-optimizer|frozen-parameter
# file: vision.py
import torch.nn as nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.head = nn.Linear(16, 3)

    def forward(self, x):
        return self.head(self.backbone(x))
