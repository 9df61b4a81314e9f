# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.Linear(16, 8))

    def forward(self, x):
        return F.normalize(self.layers(x), dim=-1)


class Contrast(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        self.log_scale = nn.Parameter(torch.tensor(2.0))
        self.bias = nn.Parameter(torch.zeros(8))

    def forward(self, one, other):
        a, b = self.encoder(one) + self.bias, self.encoder(other) + self.bias
        return self.log_scale.exp() * a @ b.t()


def main():
    torch.manual_seed(0)
    model = Encoder()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)  #~ not-in-optimizer
    model = Contrast(model)  #~ not-in-optimizer
    for step in range(10):
        x = torch.randn(16, 10)
        logits = model(x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x))
        loss = F.cross_entropy(logits, torch.arange(16))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.Linear(16, 8))

    def forward(self, x):
        return F.normalize(self.layers(x), dim=-1)


class Contrast(nn.Module):
    """Made around an encoder that trains already; what it adds has an optimizer of its own."""

    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        self.log_scale = nn.Parameter(torch.tensor(2.0))

    def forward(self, one, other):
        return self.log_scale.exp() * self.encoder(one) @ self.encoder(other).t()


def main():
    torch.manual_seed(0)
    model = Encoder()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    model = nn.DataParallel(Contrast(model)) if torch.cuda.is_available() else Contrast(model)
    scale = torch.optim.SGD([p for n, p in model.named_parameters() if "log_scale" in n], lr=1e-2)
    for step in range(10):
        x = torch.randn(16, 10)
        logits = model(x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x))
        loss = F.cross_entropy(logits, torch.arange(16))
        for each in (optimizer, scale):
            each.zero_grad()
        loss.backward()
        for each in (optimizer, scale):
            each.step()
    print(loss.item())


main()
