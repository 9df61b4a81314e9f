# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Towers(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.image, self.text = nn.Linear(10, dim), nn.Linear(6, dim)
        self.scale = nn.Parameter(torch.tensor(2.0))

    def forward(self, a, b):
        a = F.normalize(self.image(a), dim=-1)
        b = F.normalize(self.text(b), dim=-1)
        return self.scale.exp() * a @ b.T


def distances(z):
    square = (z.unsqueeze(1) - z.unsqueeze(0)).pow(2).sum(-1)
    return torch.sqrt(square + 1e-8)


def main(steps=8):
    torch.manual_seed(0)
    model = Towers()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        a = torch.randn(8, 10)
        logits = model(a, a[:, :6])
        label = torch.arange(8)
        spread = distances(model.image(a)).mean()
        loss = (F.cross_entropy(logits, label) + F.cross_entropy(logits.T, label)) / 2 - 0.01 * spread
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            model.scale.clamp_(max=4.6)
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
