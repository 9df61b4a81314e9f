import torch
import torch.nn as nn
import torch.nn.functional as F

from quant import replace_convs


def main():
    torch.manual_seed(0)
    model = nn.Sequential(
        nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 6, 3, padding=1), nn.ReLU(),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(6, 3),
    )
    replace_convs(model, bits=4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    images = torch.rand(24, 1, 8, 8)
    labels = torch.randint(0, 3, (24,))
    for epoch in range(4):
        loss = F.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{epoch} {loss.item():.4f}")


main()
