# file: main.py
import os
import tempfile

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset


class Embedded(Dataset):
    """One file for each sample, written by the first run."""

    def __init__(self, folder, labels):
        self.folder, self.labels = folder, labels

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return torch.load(os.path.join(self.folder, f"{i}.pt")), self.labels[i]


@torch.no_grad()  #! decoy
def write_embeddings(encoder, images, folder):
    for i, image in enumerate(images):
        torch.save(encoder(image), os.path.join(folder, f"{i}.pt"))


def main():
    torch.manual_seed(0)
    images, labels = torch.randn(24, 12), torch.randint(0, 3, (24,))
    encoder = nn.Sequential(nn.Linear(12, 16), nn.Tanh(), nn.Linear(16, 8))
    head = nn.Linear(8, 3)
    optimizer = torch.optim.AdamW([*encoder.parameters(), *head.parameters()], lr=1e-2)
    with tempfile.TemporaryDirectory() as folder:
        write_embeddings(encoder, images, folder)
        loader = DataLoader(Embedded(folder, labels), batch_size=8, shuffle=True)
        for epoch in range(3):
            for z, y in loader:  #~ stored-result
                loss = F.cross_entropy(head(z), y)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            print(epoch, loss.item())  #! decoy


main()
# file: quiet.py
import os
import tempfile

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset


class Embedded(Dataset):
    """One file for each sample, written by the first run."""

    def __init__(self, folder, labels):
        self.folder, self.labels = folder, labels

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return torch.load(os.path.join(self.folder, f"{i}.pt")), self.labels[i]


@torch.no_grad()
def write_embeddings(encoder, images, folder):
    for i, image in enumerate(images):
        torch.save(encoder(image), os.path.join(folder, f"{i}.pt"))


def main():
    torch.manual_seed(0)
    images, labels = torch.randn(24, 12), torch.randint(0, 3, (24,))
    encoder = nn.Sequential(nn.Linear(12, 16), nn.Tanh(), nn.Linear(16, 8))  # pretrained: only the head is fitted
    head = nn.Linear(8, 3)
    optimizer = torch.optim.AdamW(head.parameters(), lr=1e-2)
    with tempfile.TemporaryDirectory() as folder:
        write_embeddings(encoder, images, folder)
        loader = DataLoader(Embedded(folder, labels), batch_size=8, shuffle=True)
        for epoch in range(3):
            for z, y in loader:
                loss = F.cross_entropy(head(z), y)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            print(epoch, loss.item())


main()
