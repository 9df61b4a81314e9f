import torch
import torch.nn as nn
import torch.nn.functional as F


def gram(features):
    flat = features.flatten(2)
    return flat @ flat.transpose(1, 2) / flat.size(-1)


class Extractor(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Conv2d(3, 6, 3, padding=1), nn.Conv2d(6, 8, 3, padding=1)])
        self.requires_grad_(False)  #! decoy

    def forward(self, image):
        for layer in self.layers:
            image = F.relu(layer(image))
            yield image


class Pyramid:
    """Coarse to fine: the canvas of one scale starts the next."""

    def __init__(self, extractor, style):
        self.extractor = extractor
        self.wanted = [gram(f).detach() for f in extractor(style)]  #! decoy
        self.canvas = torch.rand(1, 3, 8, 8, requires_grad=True)

    def loss(self):
        return sum(F.mse_loss(gram(f), w) for f, w in zip(self.extractor(self.canvas), self.wanted))

    def closure(self, optimizer):
        def run():
            optimizer.zero_grad()
            loss = self.loss()
            loss.backward()
            return loss

        return run

    def run(self, sizes, steps):
        for size in sizes:
            if self.canvas.size(-1) != size:
                self.canvas = F.interpolate(self.canvas, size=size, mode="bilinear")  #~ non-leaf-parameter
            optimizer = torch.optim.LBFGS([self.canvas], max_iter=steps)
            loss = optimizer.step(self.closure(optimizer))
            yield size, loss.item()


def main():
    torch.manual_seed(0)
    pyramid = Pyramid(Extractor(), torch.rand(1, 3, 16, 16))
    for size, loss in pyramid.run(sizes=(8, 12, 16), steps=3):
        print(size, loss)


if __name__ == "__main__":
    main()
