import torch
import torch.nn as nn

from criterion import Criterion


class Linear2(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.Linear(3, 5)
        self.two = nn.Linear(5, 2)

    def forward(self, x):
        return self.two(torch.relu(self.one(x)))


def main():
    torch.manual_seed(0)
    model = Linear2()
    criterion = Criterion({"mse": 1.0, "mae": 0.5})
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    history = []
    for step in range(3):
        x = torch.randn(7, 3)
        y = x[:, :2] - x[:, 2:]
        loss = criterion(model(x), y)
        history.append(float(loss))  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(history)


if __name__ == "__main__":
    main()
