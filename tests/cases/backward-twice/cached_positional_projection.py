import torch
import torch.nn as nn


class RelativeBias(nn.Module):
    """Learned bias by distance; the dense matrix is cached by sequence length."""

    def __init__(self, reach=8):
        super().__init__()
        self.reach = reach
        self.by_distance = nn.Embedding(2 * reach + 1, 1)
        self.cache = {}

    def forward(self, length):
        if length not in self.cache:
            steps = torch.arange(length)
            distance = (steps[None, :] - steps[:, None]).clamp_(-self.reach, self.reach)  #! decoy
            bias = torch.tanh(self.by_distance(distance + self.reach)).squeeze(-1)  #~ backward-twice
            self.cache[length] = bias  #~ backward-twice
        return self.cache[length]  #~ backward-twice


class Mixer(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.bias = RelativeBias()
        self.value = nn.Linear(dim, dim)
        self.head = nn.Linear(dim, 1)

    def forward(self, x):
        weights = torch.softmax(self.bias(x.size(1)), dim=-1)
        return self.head((weights @ self.value(x)).mean(1)).squeeze(-1)


def main():
    torch.manual_seed(0)
    model = Mixer()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step, length in enumerate([5, 9, 7, 5, 9]):
        x = torch.randn(6, length, 6)
        loss = (model(x) - x[:, 0].sum(-1)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, length, loss.item())


if __name__ == "__main__":
    main()
