import torch
import torch.nn as nn


def pairwise(z):
    square = (z * z).sum(1)
    dist = square[:, None] + square[None, :]
    dist -= 2 * z @ z.t()  #! decoy
    dist.clamp_(min=1e-6).sqrt_()
    return dist


def hardest_triplets(z, labels, margin=0.5):
    dist = pairwise(z)
    same = labels[:, None] == labels[None, :]
    hardest_positive = (dist * same).amax(1)
    dist[same] = float("inf")  #~ modified-in-place
    hardest_negative = dist.amin(1)
    return nn.functional.relu(hardest_positive - hardest_negative + margin).mean()


class Embedder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(5, 32), nn.ReLU(inplace=True), nn.Linear(32, 4))  #! decoy

    def forward(self, x):
        return self.net(x)


def main():
    torch.manual_seed(0)
    model = Embedder()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    centres = torch.randn(4, 5)
    for step in range(3):
        labels = torch.arange(4).repeat(3)
        x = centres[labels]
        x += 0.2 * torch.randn_like(x)  #! decoy
        loss = hardest_triplets(model(x), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
