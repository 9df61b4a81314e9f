import torch
import torch.nn as nn


class EnergyModel(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 10), nn.Softplus(), nn.Linear(10, 1))

    def forward(self, x):
        return self.net(x).sum()


def margin_loss(good, bad, margin):
    loss = torch.zeros(())
    if good - bad + margin > 0:  #~ branch-on-value
        loss = good - bad + margin
    return loss


def main():
    torch.manual_seed(0)
    model = EnergyModel()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    wins = 0
    for step in range(60):
        data = torch.randn(5) + 2
        noise = torch.randn(5)
        good, bad = model(data), model(noise)
        wins += int(good.item() < bad.item())  #! decoy
        loss = margin_loss(good, bad, margin=0.3)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(wins, loss.item())


if __name__ == "__main__":
    main()
