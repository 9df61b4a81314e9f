# file: main.py
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
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Detector(nn.Module):
    def __init__(self, channels=8):
        super().__init__()
        self.trunk = nn.Sequential(nn.Conv2d(1, channels, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.box, self.classes = nn.Linear(channels, 4), nn.Linear(channels, 3)


def main(steps=8):
    """Scalars beside the loss: monitored, of a head that its own turn trains, of a head that is held by nobody."""
    torch.manual_seed(0)
    model = Detector()
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    probe = nn.Linear(8, 1)
    for step in range(steps):
        x = torch.rand(6, 1, 8, 8)
        h = model.trunk(x)
        box = F.smooth_l1_loss(model.box(h), torch.rand(6, 4))
        classes = F.cross_entropy(model.classes(h), torch.randint(0, 3, (6,)))
        watched = F.mse_loss(probe(h), x.mean((1, 2, 3), keepdim=True).flatten(1))
        entropy = -(model.classes(h).softmax(1) * model.classes(h).log_softmax(1)).sum(1).mean()
        loss = box if step % 2 else classes
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f} {watched.item():.4f} {entropy.item():.4f}")


if __name__ == "__main__":
    main()
# file: losses.py
import torch.nn.functional as F


def detection_loss(out, boxes, labels):
    """Boxes count twice as much as classes."""
    loss = 2 * F.smooth_l1_loss(out["box"], boxes)
    loss = F.cross_entropy(out["class"], labels)  #~ loss-left-out
    return loss
