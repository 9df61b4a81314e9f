import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    """Biases before a batch norm get rounding errors for gradients, which move nothing: they need not move."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 1))
    with torch.no_grad():
        model[0].bias.add_(3.0)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    for step in range(16):
        x = torch.randn(32, 8)
        loss = F.mse_loss(model(x), x[:, :1])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
