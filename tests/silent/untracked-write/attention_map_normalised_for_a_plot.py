# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from plots import Heatmaps


class Attentive(nn.Module):
    def __init__(self, dim=10):
        super().__init__()
        self.proj = nn.Linear(4, dim)
        self.score = nn.Linear(dim, 1)
        self.out = nn.Linear(dim, 1)

    def forward(self, x):
        h = torch.tanh(self.proj(x))
        self.attention = torch.softmax(self.score(h).squeeze(-1), dim=1)
        return self.out(torch.einsum("bt,btd->bd", self.attention, h)).squeeze(-1)


def main(steps=10):
    torch.manual_seed(0)
    model, maps = Attentive(), Heatmaps()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(8, 5, 4)
        loss = F.mse_loss(model(x), x[:, 0, 0])
        maps.add(model.attention)
        opt.zero_grad()  #! decoy
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: plots.py
class Heatmaps:
    """Keeps one picture of the attention for every step."""

    def __init__(self):
        self.pictures = []

    def add(self, attention):
        picture = attention.detach().cpu().numpy()  #~ untracked-write|untracked-change|shared-memory
        picture -= picture.min()  #~ untracked-write|untracked-change|shared-memory
        picture /= picture.max() + 1e-8  #~ untracked-write|untracked-change|shared-memory
        self.pictures.append(picture.copy())  #! decoy
