import torch


class Noise:
    def __init__(self, sigma):
        self.sigma = sigma

    def __call__(self, images):
        return images + self.sigma * torch.randn_like(images).detach()  #! decoy


class Jpeg:
    def __init__(self, levels):
        self.scale = 256 // levels

    def __call__(self, images):
        pixels = images.clamp(0, 1).mul(255).byte()  #~ no-derivative
        pixels = pixels // self.scale * self.scale
        return pixels.to(images.dtype) / 255


class Crop:
    def __init__(self, size):
        self.size = size

    def __call__(self, images):
        top = int(torch.randint(0, images.size(-1) - self.size + 1, ()))  #! decoy
        return images[..., top:top + self.size, top:top + self.size]


class Compose:
    def __init__(self, stages):
        self.stages = stages

    def __call__(self, images):
        for stage in self.stages:
            images = stage(images)
        return images
