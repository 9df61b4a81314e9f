# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader

from data import EncodedImages


def main():
    torch.manual_seed(0)
    encoder = nn.Sequential(nn.Flatten(), nn.Linear(16, 8), nn.ReLU())
    head = nn.Linear(8, 2)
    data = EncodedImages(encoder, 32)
    loader = DataLoader(data, batch_size=8, num_workers=1)
    opt = torch.optim.Adam([*encoder.parameters(), *head.parameters()], lr=1e-3)
    for z, y in loader:
        loss = F.cross_entropy(head(z), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(loss.item())


if __name__ == "__main__":
    main()
# file: data.py
import torch
from torch.utils.data import Dataset


class EncodedImages(Dataset):
    def __init__(self, encoder, n):
        self.encoder = encoder
        self.images = torch.rand(n, 1, 4, 4)
        self.labels = torch.randint(0, 2, (n,))

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        z = self.encoder(self.images[i:i + 1])[0]  #~ process-boundary
        return z, self.labels[i]  #~ process-boundary
