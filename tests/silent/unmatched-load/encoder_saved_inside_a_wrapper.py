# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

from parts import Encoder, Pretrainer


def pretrained():
    torch.manual_seed(1)
    trainer = Pretrainer(Encoder())
    optimizer = torch.optim.Adam(trainer.parameters(), lr=1e-2)
    for _ in range(10):
        loss = trainer(torch.randn(32, 10))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return copy.deepcopy(trainer.state_dict())


def main():
    state = pretrained()
    torch.manual_seed(0)
    encoder, head = Encoder(), nn.Linear(6, 3)
    message = encoder.load_state_dict(state, strict=False)  #~ unmatched-load
    print("loaded:", len(state), "unexpected:", len(message.unexpected_keys))
    optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], lr=1e-3)
    for _ in range(8):
        x = torch.randn(32, 10)
        loss = F.cross_entropy(head(encoder(x)), x[:, :3].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(round(loss.item(), 4))


main()
# file: parts.py
import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(10, 16)
        self.norm = nn.BatchNorm1d(16)
        self.second = nn.Linear(16, 6)

    def forward(self, x):
        return self.second(torch.relu(self.norm(self.first(x))))


class Pretrainer(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        self.decoder = nn.Linear(6, 10)

    def forward(self, x):
        return (self.decoder(self.encoder(x)) - x).square().mean()
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

from parts import Encoder, Pretrainer

# The state is tried as it is; what did not fit is renamed and loaded again. The head is new, and stays so.


def pretrained():
    torch.manual_seed(1)
    trainer = Pretrainer(Encoder())
    optimizer = torch.optim.Adam(trainer.parameters(), lr=1e-2)
    for _ in range(10):
        loss = trainer(torch.randn(32, 10))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return copy.deepcopy(trainer.state_dict())


def main():
    state = pretrained()
    torch.manual_seed(0)
    encoder, head = Encoder(), nn.Linear(6, 3)
    encoder.load_state_dict(state, strict=False)
    encoder.load_state_dict({key.replace("encoder.", ""): value for key, value in state.items()}, strict=False)
    optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], lr=1e-3)
    for _ in range(8):
        x = torch.randn(32, 10)
        loss = F.cross_entropy(head(encoder(x)), x[:, :3].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(round(loss.item(), 4))


main()
