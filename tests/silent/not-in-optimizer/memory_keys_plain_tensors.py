# file: main.py
import torch
import torch.nn.functional as F

from memory import MemoryAutoencoder


def normal_patches(n=64, dim=12):
    basis = torch.randn(3, dim)
    return torch.randn(n, 3) @ basis


def main():
    torch.manual_seed(0)
    model = MemoryAutoencoder(12, slots=10)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = normal_patches()
    for epoch in range(6):
        out, attention = model(x)
        entropy = -(attention * attention.clamp_min(1e-8).log()).sum(1).mean()
        loss = F.mse_loss(out, x) + 2e-4 * entropy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), attention.detach().max().item())  #! decoy
    return model


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from quiet_memory import MemoryAutoencoder


def normal_patches(n=64, dim=12):
    basis = torch.randn(3, dim)
    return torch.randn(n, 3) @ basis


def main():
    torch.manual_seed(0)
    model = MemoryAutoencoder(12, slots=10)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = normal_patches()
    for epoch in range(6):
        out, attention = model(x)
        entropy = -(attention * attention.clamp_min(1e-8).log()).sum(1).mean()
        loss = F.mse_loss(out, x) + 2e-4 * entropy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), attention.detach().max().item())
    return model


if __name__ == "__main__":
    main()
# file: memory.py
import torch
import torch.nn as nn


class Memory(nn.Module):
    def __init__(self, slots, channels):
        super().__init__()
        self.keys = torch.randn(slots, channels)  #~ not-in-optimizer|unregistered-module|unregistered-parameter|leaf-without-grad
        self.values = torch.randn(slots, channels)  #~ not-in-optimizer|unregistered-module|unregistered-parameter|leaf-without-grad

    def forward(self, query):
        attention = torch.softmax(query @ self.keys.t(), dim=-1)
        return attention @ self.values, attention


class MemoryAutoencoder(nn.Module):
    def __init__(self, dim, slots):
        super().__init__()
        self.encoder = nn.Linear(dim, 8)
        self.memory = Memory(slots, 8)
        self.decoder = nn.Linear(8, dim)

    def forward(self, x):
        read, attention = self.memory(self.encoder(x))
        return self.decoder(read), attention
# file: quiet_memory.py
import torch
import torch.nn as nn


class Memory(nn.Module):
    def __init__(self, slots, channels):
        super().__init__()
        self.keys = nn.Parameter(torch.randn(slots, channels))
        self.values = nn.Parameter(torch.randn(slots, channels))

    def forward(self, query):
        attention = torch.softmax(query @ self.keys.t(), dim=-1)
        return attention @ self.values, attention


class MemoryAutoencoder(nn.Module):
    def __init__(self, dim, slots):
        super().__init__()
        self.encoder = nn.Linear(dim, 8)
        self.memory = Memory(slots, 8)
        self.decoder = nn.Linear(8, dim)

    def forward(self, x):
        read, attention = self.memory(self.encoder(x))
        return self.decoder(read), attention
