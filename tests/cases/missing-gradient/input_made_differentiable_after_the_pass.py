# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from attack import fgsm


def train(net, x, y):
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(5):
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
    x, y = torch.randn(24, 8), torch.randint(0, 3, (24,))
    train(net, x, y)
    for eps in (0.05, 0.1):
        adv = fgsm(net, x, y, eps)
        with torch.no_grad():  #! decoy
            print(eps, (net(adv).argmax(1) == y).float().mean().item())


main()
# file: attack.py
import torch.nn.functional as F


def fgsm(net, images, labels, eps):
    images = images.clone().detach()  #! decoy
    logits = net(images)
    images.requires_grad = True  #~ missing-gradient|requires-grad-misuse|leaf-without-grad|gradient-not-retained
    loss = F.cross_entropy(logits, labels)
    net.zero_grad()
    loss.backward()
    return (images + eps * images.grad.sign()).clamp(-3, 3).detach()  #! decoy
