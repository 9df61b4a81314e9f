import torch
import torch.nn as nn
import torch.nn.functional as F


class Victim(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Flatten(), nn.Linear(36, 12), nn.ReLU(), nn.Linear(12, 3))

    def forward(self, x):
        return self.net(x)


def pgd(model, x, y, eps=0.1, alpha=0.03, iterations=5):
    adv = x.clone().requires_grad_(True)
    for _ in range(iterations):
        loss = F.cross_entropy(model(adv), y)
        grad, = torch.autograd.grad(loss, [adv])
        adv = adv + alpha * grad.sign()
        adv = torch.max(torch.min(adv, x + eps), x - eps).clamp(0, 1).detach()  #~ detached-tensor|leaf-without-grad
    return adv


def main():
    torch.manual_seed(0)
    model = Victim().eval()
    for p in model.parameters():
        p.requires_grad_(False)  #! decoy
    x = torch.rand(4, 6, 6)
    y = model(x).argmax(dim=1)  #! decoy
    adv = pgd(model, x, y)
    print((model(adv).argmax(dim=1) != y).float().mean().item())


if __name__ == "__main__":
    main()
