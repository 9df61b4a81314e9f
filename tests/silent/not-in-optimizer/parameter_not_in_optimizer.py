# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Captioner(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(12, 8)
        self.bridge = nn.Linear(8, 8)
        self.decoder = nn.Linear(8, 5)

    def forward(self, x):
        return self.decoder(torch.relu(self.bridge(torch.relu(self.encoder(x)))))


def make_optimizer(model):
    groups = [  #~ not-in-optimizer
        {"params": model.encoder.parameters(), "lr": 1e-3},  #~ not-in-optimizer
        {"params": model.decoder.parameters(), "lr": 1e-2},  #~ not-in-optimizer
    ]
    return torch.optim.AdamW(groups)  #~ not-in-optimizer


def main():
    torch.manual_seed(0)
    model = Captioner()
    optimizer = make_optimizer(model)
    x, y = torch.randn(40, 12), torch.randint(5, (40,))
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Captioner(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(12, 8)
        self.bridge = nn.Linear(8, 8)
        self.decoder = nn.Linear(8, 5)

    def forward(self, x):
        return self.decoder(torch.relu(self.bridge(torch.relu(self.encoder(x)))))


def make_optimizer(model):
    groups = [
        {"params": model.encoder.parameters(), "lr": 1e-3},
        {"params": [*model.bridge.parameters(), *model.decoder.parameters()], "lr": 1e-2},
    ]
    return torch.optim.AdamW(groups)


def main():
    torch.manual_seed(0)
    model = Captioner()
    optimizer = make_optimizer(model)
    x, y = torch.randn(40, 12), torch.randint(5, (40,))
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")


main()
