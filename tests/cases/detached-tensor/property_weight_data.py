import torch
import torch.nn as nn
import torch.nn.functional as F


class NormedLinear(nn.Module):
    """Linear layer whose rows are kept on the sphere of a fixed radius."""

    def __init__(self, n_in, n_out, radius=2.0):
        super().__init__()
        self.raw = nn.Parameter(torch.randn(n_out, n_in) * 0.1)
        self.radius = radius

    @property
    def weight(self):
        w = self.raw.data  #~ detached-tensor
        return self.radius * w / w.norm(dim=1, keepdim=True)

    def forward(self, x):
        return F.linear(x, self.weight)


class Cosine(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = NormedLinear(5, 10)
        self.second = NormedLinear(10, 2)

    def forward(self, x):
        return self.second(torch.tanh(self.first(x)))


@torch.no_grad()  #! decoy
def clip_weights(model, limit=3.0):
    for p in model.parameters():
        p.clamp_(-limit, limit)


def main():
    torch.manual_seed(1)
    model = Cosine()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    inputs = torch.randn(40, 5)
    labels = (inputs.sum(dim=1) > 0).long()  #! decoy
    for step in range(5):
        clip_weights(model)
        loss = F.cross_entropy(model(inputs), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
