import torch
import torch.nn as nn

from losses.registry import create
from trainer import train_epoch


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 4))
    criterion = create("weight", margin=0.3)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    data = [(torch.randn(8, 6), torch.arange(8) % 3) for _ in range(3)]
    print(train_epoch(model, criterion, optimizer, data))


if __name__ == "__main__":
    main()
