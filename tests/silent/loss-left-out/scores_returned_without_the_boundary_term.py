# file: main.py
import torch

from segmenter import Segmenter, losses


def main():
    torch.manual_seed(0)
    net = Segmenter()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-2)
    for step in range(9):
        image = torch.randn(8, 3, 6, 6)
        mask = (image.mean(1, keepdim=True) > 0).float()
        out = losses(net, image, mask)
        opt.zero_grad()
        out["loss"].backward()  #! decoy
        opt.step()
        if step % 4 == 0:
            print(step, {k: round(float(v), 4) for k, v in out.items()})


main()
# file: segmenter.py
import torch.nn as nn
import torch.nn.functional as F


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Conv2d(3, 8, 3, padding=1)
        self.region = nn.Conv2d(8, 1, 1)
        self.boundary = nn.Conv2d(8, 1, 1)

    def forward(self, image):
        h = F.relu(self.body(image))
        return self.region(h), self.boundary(h)


def edges(mask):
    return F.max_pool2d(mask, 3, 1, 1) - mask


def losses(net, image, mask):
    region, boundary = net(image)
    area = F.binary_cross_entropy_with_logits(region, mask)
    rim = F.binary_cross_entropy_with_logits(boundary, edges(mask))
    combined = area + 0.3 * rim
    return {"loss": area, "rim": rim.detach(), "all": combined.detach()}  #~ loss-left-out
# file: quiet.py
import torch

from segmenter import Segmenter, edges
import torch.nn.functional as F

# The sum is for the log; each term is run backward by itself.


def losses(net, image, mask):
    region, boundary = net(image)
    area = F.binary_cross_entropy_with_logits(region, mask)
    rim = F.binary_cross_entropy_with_logits(boundary, edges(mask))
    combined = area + 0.3 * rim
    return {"area": area, "rim": 0.3 * rim, "all": combined.item()}


def main():
    torch.manual_seed(0)
    net = Segmenter()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-2)
    for step in range(9):
        image = torch.randn(8, 3, 6, 6)
        mask = (image.mean(1, keepdim=True) > 0).float()
        out = losses(net, image, mask)
        opt.zero_grad()
        out["area"].backward(retain_graph=True)
        out["rim"].backward()
        opt.step()
        if step % 4 == 0:
            print(step, {k: round(float(v), 4) for k, v in out.items()})


main()
