import torch
import torch.nn as nn


class ColorGrade(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(3, 1, 1))
        self.gamma = nn.Parameter(torch.ones(3, 1, 1))

    def forward(self, image):
        return (self.gain * image.clamp(min=1e-3)).pow(self.gamma).clamp(0, 1)


def histogram(image, bins=12):
    rows = [torch.histc(channel, bins=bins, min=0.0, max=1.0) for channel in image]  #~ no-derivative
    rows = torch.stack(rows)
    return rows / rows.sum(dim=1, keepdim=True)


def earth_mover(a, b):
    return (a.cumsum(dim=1) - b.cumsum(dim=1)).abs().sum()


def main():
    torch.manual_seed(0)
    grade = ColorGrade()
    optimizer = torch.optim.Adam(grade.parameters(), lr=0.05)
    source, look = torch.rand(3, 8, 8) * 0.6, torch.rand(3, 8, 8)
    wanted = histogram(look).detach()  #! decoy
    for step in range(4):
        graded = grade(source)
        loss = earth_mover(histogram(graded), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), graded.mean().item())


if __name__ == "__main__":
    main()
