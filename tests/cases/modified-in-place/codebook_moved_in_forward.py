# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from quantizer import SoftQuantizer


class AutoEncoder(nn.Module):
    def __init__(self, inputs=10, dim=4):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(inputs, 16), nn.ReLU(inplace=True), nn.Linear(16, dim))  #! decoy
        self.quantizer = SoftQuantizer(dim=dim)
        self.decoder = nn.Linear(dim, inputs)

    def forward(self, x):
        return self.decoder(self.quantizer(self.encoder(x)))


def main():
    torch.manual_seed(0)
    model = AutoEncoder()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    model.eval()
    with torch.no_grad():
        print("before", F.mse_loss(model(torch.zeros(2, 10)), torch.zeros(2, 10)).item())
    model.train()
    for step in range(3):
        x = torch.randn(32, 10)
        loss = F.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: quantizer.py
import torch
import torch.nn as nn


class SoftQuantizer(nn.Module):
    def __init__(self, codes=16, dim=4, decay=0.95):
        super().__init__()
        self.decay = decay
        self.register_buffer("codebook", torch.randn(codes, dim))
        self.register_buffer("usage", torch.ones(codes))

    def forward(self, x):
        weight = (-torch.cdist(x, self.codebook)).softmax(dim=1)
        quantized = weight @ self.codebook
        if self.training:
            self.move(x.detach(), weight.detach())
        return quantized

    @torch.no_grad()
    def move(self, x, weight):
        """Exponential moving average towards the vectors that chose each code."""
        self.usage.mul_(self.decay).add_(weight.sum(0), alpha=1 - self.decay)  #! decoy
        centre = weight.t() @ x / (weight.sum(0)[:, None] + 1e-6)
        self.codebook.mul_(self.decay).add_(centre, alpha=1 - self.decay)  #~ modified-in-place
