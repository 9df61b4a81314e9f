import torch
import torch.nn as nn


class Decoder(nn.Module):
    def __init__(self, z=4):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(z, 16), nn.ReLU(), nn.Linear(16, 9), nn.Sigmoid())

    def forward(self, z):
        return self.net(z)


class LatentSearch:
    """Finds the code whose image is nearest to a given one."""

    def __init__(self, decoder, lr=0.1):
        self.decoder = decoder.requires_grad_(False)  #! decoy
        self.lr = lr

    def start(self, n, z=4):
        best = torch.randn(64, z)
        return best[:n].clone() * 0.5  #~ leaf-without-grad

    def run(self, images, steps=5):
        codes = self.start(len(images))
        optimizer = torch.optim.Adam([codes], lr=self.lr)  #~ leaf-without-grad
        for step in range(steps):
            loss = (self.decoder(codes) - images).pow(2).mean() + 1e-3 * codes.pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            print(step, loss.item())
        return codes.detach()  #! decoy


def main():
    torch.manual_seed(0)
    decoder = Decoder().eval()
    with torch.no_grad():  #! decoy
        images = decoder(torch.randn(3, 4))
    LatentSearch(decoder).run(images)


if __name__ == "__main__":
    main()
