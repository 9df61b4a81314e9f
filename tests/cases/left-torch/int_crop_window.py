import torch
import torch.nn as nn


class Glimpse(nn.Module):
    """Looks at a small window and reports how bright it is."""

    def __init__(self, size=16, window=4):
        super().__init__()
        self.where = nn.Sequential(nn.Flatten(), nn.Linear(size * size, 8), nn.ReLU(), nn.Linear(8, 2), nn.Sigmoid())
        self.size, self.window = size, window

    def crop(self, image, at):
        top, left = (int(v * (self.size - self.window)) for v in at)  #~ left-torch|no-derivative
        return image[top:top + self.window, left:left + self.window]

    def forward(self, images):
        places = self.where(images)
        return torch.stack([self.crop(image, at).mean() for image, at in zip(images, places)])


def main():
    torch.manual_seed(0)
    model = Glimpse()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(3):
        images = torch.rand(3, 16, 16)
        brightness = model(images)
        loss = (1 - brightness).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), brightness.max().item())  #! decoy


if __name__ == "__main__":
    main()
