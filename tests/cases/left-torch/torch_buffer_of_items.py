import torch
import torch.nn as nn
import torch.nn.functional as F


class Segmenter(nn.Module):
    def __init__(self, classes=4):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, classes, 1))

    def forward(self, x):
        return self.net(x)


def per_class_loss(logits, target, classes=4):
    losses = torch.zeros(classes)
    seen = torch.zeros(classes)
    raw = F.cross_entropy(logits, target, reduction="none")
    for c in range(classes):
        where = target == c  #! decoy
        if where.any():  #! decoy
            losses[c] = raw[where].mean().item()  #~ left-torch
            seen[c] = where.sum().item()  #! decoy
    weights = 1 / seen.clamp(min=1)
    return (losses * weights).sum() / weights.sum()


def main():
    torch.manual_seed(0)
    net = Segmenter()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.rand(2, 1, 6, 6)
        target = (x[:, 0] * 4).long()  #! decoy
        loss = per_class_loss(net(x), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
