# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from style import StyleLoss


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv2d(3, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 6, 3, padding=1)).eval()
    painting, photo = torch.rand(1, 3, 8, 8), torch.rand(1, 3, 8, 8)
    style = StyleLoss(net, painting)
    canvas = photo.clone().requires_grad_()
    opt = torch.optim.Adam([canvas], lr=0.05)
    content = net(photo).detach()  #! decoy
    for step in range(4):
        loss = 100 * style(canvas) + F.mse_loss(net(canvas), content)
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():  #! decoy
            canvas.clamp_(0, 1)
        print(step, loss.item())


main()
# file: style.py
import torch
import torch.nn.functional as F


def gram(f):
    n, c, h, w = f.shape
    f = f.view(n, c, h * w)
    return f @ f.transpose(1, 2) / (c * h * w)


class StyleLoss:
    def __init__(self, net, image):
        self.net = net
        self.target = gram(net(image))  #~ backward-twice

    def __call__(self, image):
        return F.mse_loss(gram(self.net(image)), self.target)
