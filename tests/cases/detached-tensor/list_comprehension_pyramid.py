# file: main.py
import torch

from pyramid import FeaturePyramid
from losses import multi_scale


def render(n, size):
    image = torch.zeros(n, 1, size, size)
    image[:, :, size // 4: size // 2] = torch.rand(n, 1, 1, size)
    return image


def main():
    torch.manual_seed(3)
    student = FeaturePyramid(widths=(4, 6, 8))
    teacher = FeaturePyramid(widths=(4, 6, 8)).requires_grad_(False)  #! decoy
    teacher.eval()
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-3)
    for step in range(3):
        images = render(4, 16)
        with torch.no_grad():  #! decoy
            wanted = teacher(images)
        loss = multi_scale(student(images), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: losses.py
import torch.nn.functional as F


def flatten_levels(levels):
    return [F.normalize(level.flatten(1), dim=1) for level in levels]


def multi_scale(predicted, wanted, weights=(1.0, 0.5, 0.25)):
    wanted = flatten_levels([w.detach() for w in wanted])  #! decoy
    predicted = flatten_levels(
        [
            p.detach()  #~ detached-tensor
            for p in predicted
        ]
    )
    return sum(w * F.mse_loss(p, t) for w, p, t in zip(weights, predicted, wanted))
# file: pyramid.py
import torch.nn as nn
import torch.nn.functional as F


class FeaturePyramid(nn.Module):
    def __init__(self, widths):
        super().__init__()
        channels = (1, *widths)
        self.stages = nn.ModuleList(
            nn.Conv2d(a, b, 3, padding=1) for a, b in zip(channels[:-1], channels[1:])
        )

    def forward(self, x):
        levels = []
        for stage in self.stages:
            x = F.avg_pool2d(F.relu(stage(x)), 2)
            levels.append(x)
        return levels
