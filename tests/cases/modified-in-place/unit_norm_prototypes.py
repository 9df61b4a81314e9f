# file: main.py
import torch
import torch.nn.functional as F

from layers import Encoder, Prototypes


@torch.no_grad()
def balanced_codes(scores, rounds=3):
    codes = torch.exp(scores / 0.5).t()
    codes /= codes.sum()  #! decoy
    for _ in range(rounds):
        codes /= codes.sum(dim=1, keepdim=True) * codes.size(0)
        codes /= codes.sum(dim=0, keepdim=True) * codes.size(1)
    return (codes * codes.size(1)).t()


def main():
    torch.manual_seed(2)
    encoder, prototypes = Encoder(8, 6), Prototypes(6, 5)
    params = [*encoder.parameters(), *prototypes.parameters()]
    optimizer = torch.optim.SGD(params, lr=0.1)
    for step in range(4):
        x = torch.randn(16, 8)
        left = prototypes(encoder(x + 0.1 * torch.randn_like(x)))
        right = prototypes(encoder(x + 0.1 * torch.randn_like(x)))
        loss = F.cross_entropy(left, balanced_codes(right)) + F.cross_entropy(right, balanced_codes(left))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  #! decoy
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: layers.py
import torch
import torch.nn as nn


class Prototypes(nn.Module):
    """Cosine scores against prototypes that are kept on the unit sphere."""

    def __init__(self, dim, count):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(count, dim))
        self.log_scale = nn.Parameter(torch.zeros(()))

    def renormalise(self):
        with torch.no_grad():
            self.weight.div_(self.weight.norm(dim=1, keepdim=True))  #~ modified-in-place

    def forward(self, z):
        self.renormalise()  #~ modified-in-place
        z = nn.functional.normalize(z, dim=1)
        return self.log_scale.exp() * z @ self.weight.t()


class Encoder(nn.Sequential):
    def __init__(self, inputs, dim):
        super().__init__(
            nn.Linear(inputs, 2 * dim),
            nn.BatchNorm1d(2 * dim),
            nn.ReLU(inplace=True),  #! decoy
            nn.Linear(2 * dim, dim),
        )
