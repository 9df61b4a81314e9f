import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv1d(2, 8, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool1d(1), nn.Flatten())

    def forward(self, x):
        return self.net(x)


@torch.no_grad()  #~ grad-disabled
def embed_all(encoder, loader):
    return torch.cat([encoder(x) for x, _ in loader])


@torch.no_grad()  #! decoy
def accuracy(head, features, y):
    return (head(features).argmax(1) == y).float().mean().item()  #! decoy


def main():
    torch.manual_seed(0)
    x = torch.randn(40, 2, 10)
    y = (x[:, 0].mean(1) > 0).long()
    encoder, head = Encoder(), nn.Linear(8, 2)
    optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], lr=1e-2)
    features = embed_all(encoder, DataLoader(TensorDataset(x, y), batch_size=10))
    for epoch in range(4):
        for f, label in DataLoader(TensorDataset(features, y), batch_size=10, shuffle=True):
            loss = F.cross_entropy(head(f), label)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item(), accuracy(head, features, y))


main()
