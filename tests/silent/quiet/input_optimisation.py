# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(3, 6, 3), nn.ReLU(), nn.Conv2d(6, 6, 3), nn.ReLU())

    def forward(self, x):
        return self.layers(x)


def gram(h):
    flat = h.flatten(2)
    return flat @ flat.transpose(1, 2) / flat.shape[-1]


def stylise(network, content, style, steps):
    with torch.no_grad():
        wanted, look = network(content), gram(network(style))
    image = content.clone().requires_grad_(True)
    optimizer = torch.optim.Adam([image], lr=0.05)
    for _ in range(steps):
        h = network(image)
        loss = F.mse_loss(h, wanted) + 10 * F.mse_loss(gram(h), look)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        image.data.clamp_(0, 1)
        print(loss.item())
    return image.detach()


torch.manual_seed(0)
print(stylise(Features().eval(), torch.rand(1, 3, 9, 9), torch.rand(1, 3, 9, 9), 6).mean().item())
