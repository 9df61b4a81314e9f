import torch
import torch.nn as nn

from pooling import WindowMean


class SpectrumNet(nn.Module):
    def __init__(self, bins=20, width=4):
        super().__init__()
        self.width = width
        self.lift = nn.Linear(bins, bins)
        self.head = nn.Linear(bins // width, 2)

    def forward(self, spectrum):
        h = torch.relu_(self.lift(spectrum))  #! decoy
        return self.head(WindowMean.apply(h, self.width))


def main():
    torch.manual_seed(0)
    model = SpectrumNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(2):
        x, y = torch.rand(8, 20), torch.randint(0, 2, (8,))
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
