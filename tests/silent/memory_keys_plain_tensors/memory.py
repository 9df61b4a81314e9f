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
