# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def gram(h):
    h = h.flatten(2)
    return h @ h.transpose(1, 2) / h.shape[-1]


def main(steps=10):
    torch.manual_seed(0)
    features = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 8, 3, padding=1)).eval()
    for p in features.parameters():
        p.requires_grad_(False)
    content, style = torch.rand(1, 3, 12, 12), torch.rand(1, 3, 12, 12)
    image = nn.Parameter(content.clone())
    with torch.no_grad():
        wanted, texture = features(content), gram(features(style))
    opt = torch.optim.Adam([image], lr=0.05)
    for step in range(steps):
        h = features(image)
        loss = F.mse_loss(h, wanted) + 10 * F.mse_loss(gram(h), texture) + 1e-2 * (image - content).abs().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            image.clamp_(0, 1)
    print(loss.item())


main()
