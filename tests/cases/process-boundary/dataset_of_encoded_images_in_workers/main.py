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
