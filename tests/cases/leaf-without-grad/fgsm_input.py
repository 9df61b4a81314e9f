import torch
import torch.nn as nn
import torch.nn.functional as F


class Digits(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3)
        self.fc = nn.Linear(4, 10)

    def forward(self, x):
        return self.fc(F.relu(self.conv(x)).mean(dim=(2, 3)))


def fgsm(model, image, label, eps=0.05):
    model.zero_grad()
    loss = F.cross_entropy(model(image), label)
    gradient, = torch.autograd.grad(loss, image)
    return (image + eps * gradient.sign()).clamp(0, 1).detach()  #! decoy


def main():
    torch.manual_seed(0)
    model = Digits().eval()
    model.requires_grad_(False)  #! decoy
    fooled = 0
    for _ in range(3):
        image = torch.rand(1, 1, 8, 8)  #~ leaf-without-grad
        label = model(image).argmax(dim=1)  #! decoy
        adversarial = fgsm(model, image, label)
        fooled += int(model(adversarial).argmax(dim=1) != label)
    print("fooled", fooled)


if __name__ == "__main__":
    main()
