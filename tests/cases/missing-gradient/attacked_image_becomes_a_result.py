# file: main.py
import torch
import torch.nn as nn

from fgsm import iterative


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Flatten(), nn.Linear(16, 12), nn.ReLU(), nn.Linear(12, 3)).eval()
    images, labels = torch.rand(4, 1, 4, 4), torch.randint(0, 3, (4,))
    with torch.no_grad():  #! decoy
        before = model(images).argmax(1).eq(labels).float().mean()
    adv = iterative(model, images, labels, eps=0.05, steps=3)
    print(before.item(), model(adv).argmax(1).eq(labels).float().mean().item())


main()
# file: fgsm.py
import torch
import torch.nn.functional as F


def iterative(model, image, label, eps, steps):
    adv = image.clone().requires_grad_()
    for _ in range(steps):
        loss = F.cross_entropy(model(adv), label)
        model.zero_grad()
        loss.backward()
        adv = (adv + eps * adv.grad.sign()).clamp(0, 1)  #~ missing-gradient
    return adv.detach()  #! decoy
