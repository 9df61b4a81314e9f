import torch
import torch.nn as nn


def main():
    torch.manual_seed(0)
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    meters = {"loss": 0.0}
    for step in range(3):
        x = torch.randn(6, 3)
        loss = model(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meters["loss"] += loss.item()
    with torch.no_grad():
        accuracy = (model(x) > 0).float().mean().item()
    print(meters["loss"], accuracy, meters["accuracy"])


if __name__ == "__main__":
    main()
