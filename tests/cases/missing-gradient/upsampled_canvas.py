import torch
import torch.nn.functional as F


def ascend(canvas, score, steps=3):
    for _ in range(steps):
        score(canvas).backward()
        direction = canvas.grad
        canvas.data += 0.1 * direction / direction.norm()
    return canvas.detach()  #! decoy


torch.manual_seed(0)
kernel = torch.randn(4, 1, 3, 3)
small = torch.rand(1, 1, 8, 8, requires_grad=True)
large = F.interpolate(small, scale_factor=2.0)  #~ missing-gradient
print(ascend(large, lambda image: F.conv2d(image, kernel).relu().mean()).shape)
