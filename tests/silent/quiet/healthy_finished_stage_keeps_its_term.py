# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class TwoStages(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder, self.head = nn.Linear(6, 3), nn.Linear(3, 6), nn.Linear(3, 2)

    def losses(self, x, y):
        h = self.encoder(x).tanh()
        return F.mse_loss(self.decoder(h), x) + F.cross_entropy(self.head(h), y)


def main():
    torch.manual_seed(0)
    net = TwoStages()
    net.encoder.requires_grad_(False)
    net.decoder.requires_grad_(False)
    optimizer = torch.optim.SGD(net.head.parameters(), lr=0.1)
    for _ in range(8):
        x = torch.randn(16, 6)
        loss = net.losses(x, (x[:, 0] > 0).long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
