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
