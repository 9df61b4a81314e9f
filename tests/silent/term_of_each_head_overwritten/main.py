import torch
import torch.nn as nn

from losses import detection_loss


class Detector(nn.Module):
    def __init__(self, channels=8):
        super().__init__()
        self.trunk = nn.Sequential(nn.Conv2d(1, channels, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.box, self.classes = nn.Linear(channels, 4), nn.Linear(channels, 3)

    def forward(self, x):
        h = self.trunk(x)
        return {"box": self.box(h), "class": self.classes(h)}  #! decoy


def main(steps=8):
    torch.manual_seed(0)
    model = Detector()
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(steps):
        x = torch.rand(6, 1, 8, 8)
        loss = detection_loss(model(x), torch.rand(6, 4), torch.randint(0, 3, (6,)))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")  #! decoy


if __name__ == "__main__":
    main()
