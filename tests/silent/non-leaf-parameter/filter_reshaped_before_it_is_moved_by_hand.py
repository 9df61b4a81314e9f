# file: main.py
import torch
from torch.nn import functional as F


class Deblur:
    def __init__(self, width):
        self.kernel = torch.full((width * width,), 1.0 / width**2, requires_grad=True).reshape(1, 1, width, width)  #~ non-leaf-parameter

    def loss(self, sharp, blurred):
        return F.mse_loss(F.conv2d(sharp, self.kernel, padding=1), blurred)  #! decoy

    @torch.no_grad()
    def move(self, rate):
        slope = self.kernel.grad
        if slope is None:
            slope = torch.zeros_like(self.kernel)
        self.kernel -= rate * slope  #! decoy


torch.manual_seed(0)
truth = torch.zeros(1, 1, 3, 3)
truth[..., 1, 1], truth[..., 1, 2] = 0.7, 0.3
fit = Deblur(3)
for turn in range(40):
    sharp = torch.rand(4, 1, 12, 12)
    loss = fit.loss(sharp, F.conv2d(sharp, truth, padding=1))
    fit.kernel.grad = None
    loss.backward()
    fit.move(0.5)
print(loss.item())
# file: quiet.py
import torch
from torch.nn import functional as F


class Deblur:
    def __init__(self, width):
        self.kernel = torch.full((width * width,), 1.0 / width**2).reshape(1, 1, width, width).requires_grad_(True)

    def loss(self, sharp, blurred):
        return F.mse_loss(F.conv2d(sharp, self.kernel, padding=1), blurred)

    @torch.no_grad()
    def move(self, rate):
        slope = self.kernel.grad
        if slope is None:
            slope = torch.zeros_like(self.kernel)
        self.kernel -= rate * slope


torch.manual_seed(0)
truth = torch.zeros(1, 1, 3, 3)
truth[..., 1, 1], truth[..., 1, 2] = 0.7, 0.3
fit = Deblur(3)
for turn in range(40):
    sharp = torch.rand(4, 1, 12, 12)
    loss = fit.loss(sharp, F.conv2d(sharp, truth, padding=1))
    fit.kernel.grad = None
    loss.backward()
    fit.move(0.5)
print(loss.item())
