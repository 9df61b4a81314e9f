import torch
import torch.nn as nn
import torch.nn.functional as F


class Scorer(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, padding=1)
        self.head = nn.Linear(4, 5)

    def forward(self, x):
        return self.head(F.relu(self.conv(x)).mean((2, 3)))


def octave(net, image, label, steps=4, lr=0.5):
    image = image.detach().requires_grad_(True)  #! decoy
    image = F.interpolate(image, scale_factor=1.5, mode="bilinear")  #~ missing-gradient|non-leaf-parameter|gradient-not-retained
    for _ in range(steps):
        score = net(image)[0, label]
        score.backward()
        image.data += lr * image.grad / (image.grad.abs().mean() + 1e-8)  #~ gradient-not-retained
        image.grad.zero_()
    return image


def main():
    torch.manual_seed(0)
    net = Scorer().eval().requires_grad_(False)
    picture = torch.rand(1, 3, 8, 8)
    for i in range(3):
        picture = octave(net, picture, label=2)
        print(i, tuple(picture.shape))


main()
