# file: main.py
import torch
import torch.nn.functional as F

from fusion import Fusion


def batch(n=24):
    image, sound = torch.randn(n, 6), torch.randn(n, 5)
    y = (image[:, 0] + sound[:, 0] > 0).long()
    lengths = torch.full((n,), 5)
    return image, sound, lengths, y


def main():
    torch.manual_seed(0)
    model = Fusion()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for step in range(6):
        image, sound, lengths, y = batch()
        loss = F.cross_entropy(model(image, sound, lengths), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from quiet_fusion import Fusion


def batch(n=24):
    image, sound = torch.randn(n, 6), torch.randn(n, 5)
    y = (image[:, 0] + sound[:, 0] > 0).long()
    lengths = torch.full((n,), 5)
    return image, sound, lengths, y


def main():
    torch.manual_seed(0)
    model = Fusion()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for step in range(6):
        image, sound, lengths, y = batch()
        loss = F.cross_entropy(model(image, sound, lengths), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: fusion.py
import torch
import torch.nn as nn


class Fusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.image, self.sound = nn.Linear(6, 8), nn.Linear(5, 8)
        self.out = nn.Linear(8, 2)

    def forward(self, image, sound, lengths):
        present = (lengths == 0).float().unsqueeze(1)  #~ multiplied-by-zero
        fused = self.image(image) + present * self.sound(sound)  #~ multiplied-by-zero
        return self.out(torch.tanh(fused))
# file: quiet_fusion.py
import torch
import torch.nn as nn


class Fusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.image, self.sound = nn.Linear(6, 8), nn.Linear(5, 8)
        self.out = nn.Linear(8, 2)

    def forward(self, image, sound, lengths):
        present = (lengths > 0).float().unsqueeze(1)
        fused = self.image(image) + present * self.sound(sound)
        return self.out(torch.tanh(fused))
