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
