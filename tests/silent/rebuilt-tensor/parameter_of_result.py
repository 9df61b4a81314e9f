# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class ScaledLinear(nn.Module):
    def __init__(self, fan_in, fan_out, scale=2.0):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(fan_out, fan_in) / fan_in**0.5)
        self.bias = nn.Parameter(torch.zeros(fan_out))
        self.scale = scale

    def forward(self, x):
        scaled = nn.Parameter(self.weight * self.scale)  #~ rebuilt-tensor
        return F.linear(x, scaled, self.bias)


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 16)
        self.second = ScaledLinear(16, 3)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


def main():
    torch.manual_seed(0)
    model = Classifier()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    x, y = torch.randn(60, 8), torch.randint(3, (60,))
    for _ in range(5):
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.3f}")


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class ScaledLinear(nn.Module):
    def __init__(self, fan_in, fan_out, scale=2.0):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(fan_out, fan_in) / fan_in**0.5)
        self.bias = nn.Parameter(torch.zeros(fan_out))
        self.scale = scale

    def forward(self, x):
        scaled = self.weight * self.scale
        return F.linear(x, scaled, self.bias)


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 16)
        self.second = ScaledLinear(16, 3)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


def main():
    torch.manual_seed(0)
    model = Classifier()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    x, y = torch.randn(60, 8), torch.randint(3, (60,))
    for _ in range(5):
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.3f}")


main()
