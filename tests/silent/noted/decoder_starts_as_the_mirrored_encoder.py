# file: main.py
import torch
import torch.nn as nn


class AutoEncoder(nn.Module):
    def __init__(self, width, code):
        super().__init__()
        self.encoder, self.decoder = nn.Linear(width, code), nn.Linear(code, width)
        self.decoder.weight = nn.Parameter(self.encoder.weight.t().contiguous())  #~ broken-tie

    def forward(self, x):
        return self.decoder(torch.tanh(self.encoder(x)))


def main():
    torch.manual_seed(0)
    net = AutoEncoder(8, 3)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(10):
        x = torch.randn(32, 8)
        loss = (net(x) - x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
