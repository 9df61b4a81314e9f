import torch
import torch.nn as nn

from blocks import ConvGated, DenseGated


def main():
    torch.manual_seed(0)
    model = nn.Sequential(
        nn.Conv1d(1, 4, 3, padding=1), ConvGated(4), nn.AdaptiveAvgPool1d(2), nn.Flatten(), DenseGated(8), nn.Linear(8, 2)
    )
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step in range(3):
        x = torch.randn(5, 1, 12)
        loss = nn.functional.cross_entropy(model(x), (x.mean((1, 2)) > 0).long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
