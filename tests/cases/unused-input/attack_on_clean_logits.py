import torch
import torch.nn as nn
import torch.nn.functional as F


class Adversary:
    """One step of steepest ascent from a random start."""

    def __init__(self, model, radius=0.1):
        self.model, self.radius = model, radius

    def start(self, images):
        return (self.radius * torch.rand_like(images)).requires_grad_()  #! decoy

    def attack(self, images, labels):
        delta = self.start(images)
        shifted = (images + delta).clamp(0, 1)
        logits = self.model(images)  #~ unused-input
        loss = F.cross_entropy(logits, labels)
        gradient, = torch.autograd.grad(loss, [delta])
        moved = delta.detach() + self.radius * gradient.sign()  #! decoy
        return (images + moved).clamp(0, 1), shifted.detach()  #! decoy


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Flatten(), nn.Linear(16, 12), nn.ReLU(), nn.Linear(12, 3))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    adversary = Adversary(model)
    for step in range(3):
        images, labels = torch.rand(8, 1, 4, 4), torch.randint(0, 3, (8,))
        harder, _ = adversary.attack(images, labels)
        loss = F.cross_entropy(model(harder), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
