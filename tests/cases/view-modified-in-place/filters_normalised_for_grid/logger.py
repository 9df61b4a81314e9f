import torch


def normalise(image):
    low, high = float(image.min()), float(image.max())
    image.clamp_(min=low, max=high).sub_(low).div_(max(high - low, 1e-5))  #~ view-modified-in-place


def make_grid(images, columns=4):
    for image in images:  #~ view-modified-in-place
        normalise(image)
    rows = [torch.cat(list(images[i : i + columns]), dim=-1) for i in range(0, len(images), columns)]
    return torch.cat(rows, dim=-2)
