# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Translator(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(6, 12)
        self.bridge = nn.Linear(12, 12)
        self.decoder = nn.Linear(12, 3)

    def forward(self, x):
        return self.decoder(torch.relu(self.bridge(torch.relu(self.encoder(x)))))


def trainable(model):
    wanted = list(model.encoder.parameters())
    wanted.extend(model.bridge.parameters())
    wanted += model.bridge.parameters()  #~ not-in-optimizer
    return wanted


def main():
    torch.manual_seed(0)
    model = Translator()
    optimizer = torch.optim.SGD(trainable(model), lr=0.1)  #! decoy
    for _ in range(8):
        x = torch.randn(32, 6)
        loss = F.cross_entropy(model(x), x[:, :3].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(round(loss.item(), 4))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# The bridge is named in both branches, of which one runs.


class Translator(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(6, 12)
        self.bridge = nn.Linear(12, 12)
        self.decoder = nn.Linear(12, 3)

    def forward(self, x):
        return self.decoder(torch.relu(self.bridge(torch.relu(self.encoder(x)))))


def trainable(model, slow):
    if slow:
        wanted = list(model.bridge.parameters())
    else:
        wanted = list(model.encoder.parameters())
        wanted.extend(model.bridge.parameters())
    wanted += model.decoder.parameters()
    return wanted


def main():
    torch.manual_seed(0)
    model = Translator()
    optimizer = torch.optim.SGD(trainable(model, slow=False), lr=0.1)
    for _ in range(8):
        x = torch.randn(32, 6)
        loss = F.cross_entropy(model(x), x[:, :3].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(round(loss.item(), 4))


main()
