import torch
import torch.nn as nn


def paste(images, patch, row, column):
    """Puts the patch on every image of the batch."""
    size = patch.size(-1)
    window = images[:, :, row:row + size, column:column + size]
    window.copy_(patch.expand_as(window))  #~ leaf-modified-in-place
    return images


def main():
    torch.manual_seed(0)
    victim = nn.Sequential(
        nn.Conv2d(1, 4, 3), nn.ReLU(inplace=True), nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(16, 3)  #! decoy
    ).requires_grad_(False)
    patch = torch.rand(1, 1, 3, 3, requires_grad=True)
    optimizer = torch.optim.Adam([patch], lr=0.05)
    pool = torch.rand(16, 1, 10, 10)
    pool[:, :, 0] = 0.5  #! decoy
    for step in range(3):
        images = pool[torch.randperm(16)[:4]].requires_grad_(True)  #~ leaf-modified-in-place
        logits = victim(paste(images, patch, 2, 2))
        loss = nn.functional.cross_entropy(logits, torch.zeros(4, dtype=torch.long))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            patch.clamp_(0, 1)  #! decoy
        print(step, loss.item())


if __name__ == "__main__":
    main()
