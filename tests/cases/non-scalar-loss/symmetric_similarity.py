# file: main.py
import torch
import torch.nn as nn
from objective import negative_similarity


class Siamese(nn.Module):
    def __init__(self, inputs=12, features=6):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(inputs, 16), nn.ReLU(), nn.Linear(16, features))
        self.predictor = nn.Linear(features, features)

    def forward(self, one, other):
        z1, z2 = self.encoder(one), self.encoder(other)
        return self.predictor(z1), self.predictor(z2), z1, z2


def main():
    torch.manual_seed(0)
    model = Siamese()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(3):
        images = torch.randn(8, 12)
        p1, p2, z1, z2 = model(images + 0.1 * torch.randn_like(images), images)
        loss = 0.5 * negative_similarity(p1, z2) + 0.5 * negative_similarity(p2, z1)  #~ non-scalar-loss
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()


main()
# file: objective.py
import torch.nn.functional as F


def negative_similarity(prediction, projection):
    return -F.cosine_similarity(prediction, projection.detach(), dim=-1)  #~ non-scalar-loss


def contrast(a, b, temperature=0.5):
    return F.mse_loss(a / temperature, b / temperature)
