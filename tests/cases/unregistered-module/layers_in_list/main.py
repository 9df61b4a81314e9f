import torch
import torch.nn as nn

from nets import MLP


def main():
    torch.manual_seed(0)
    model = MLP([4, 8, 8, 2])
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    criterion = nn.CrossEntropyLoss()
    for step in range(3):
        x = torch.randn(10, 4)
        y = (x[:, 0] > 0).long()  #! decoy
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
