# file: main.py
import torch
import torch.nn.functional as F

from autoencoder import AutoEncoder


def main(steps=10):
    torch.manual_seed(0)
    model = AutoEncoder()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    data = torch.rand(32, 12)
    for step in range(steps):
        loss = F.mse_loss(model(data), data)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, f"{loss.item():.4f}")
    with torch.no_grad():  #! decoy
        print(model.encode(data).std().item())


if __name__ == "__main__":
    main()
# file: autoencoder.py
import torch
import torch.nn as nn


class AutoEncoder(nn.Module):
    def __init__(self, dim=12, code=4):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, code))
        self.dec = nn.Sequential(nn.Linear(code, 16), nn.ReLU(), nn.Linear(16, dim))

    @torch.no_grad()  #~ grad-disabled
    def encode(self, x):  #~ grad-disabled
        """Codes for the index; also the first half of the forward pass."""
        return self.enc(x)

    def forward(self, x):
        return self.dec(self.encode(x))  #! decoy
