# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(5, 8)
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


def predict(model, x):
    with torch.no_grad():  #~ grad-disabled
        return model(x)


def main():
    torch.manual_seed(0)
    model = Student()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.randn(16, 5)
    target = torch.randn(16, 3, requires_grad=True)
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.mse_loss(predict(model, x), target)
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(5, 8)
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


def predict(model, x):
    return model(x)


def main():
    torch.manual_seed(0)
    model = Student()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.randn(16, 5)
    target = torch.randn(16, 3)
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.mse_loss(predict(model, x), target)
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
