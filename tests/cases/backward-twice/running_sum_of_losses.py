import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


class Autoencoder(nn.Module):
    def __init__(self, inputs=12, code=3):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(inputs, 16), nn.ReLU(), nn.Linear(16, code))
        self.decode = nn.Sequential(nn.Linear(code, 16), nn.ReLU(), nn.Linear(16, inputs))

    def forward(self, x):
        return self.decode(self.encode(x))


def main():
    torch.manual_seed(0)
    basis = torch.randn(3, 12)
    loader = DataLoader(TensorDataset(torch.randn(64, 3) @ basis), batch_size=16, shuffle=True)
    model = Autoencoder()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(2):
        running = 0.0
        seen = 0
        for (x,) in loader:
            optimizer.zero_grad()
            running += nn.functional.mse_loss(model(x), x)  #~ backward-twice
            seen += len(x)
            running.backward()
            optimizer.step()
        print(epoch, seen, running.item() / len(loader))  #! decoy


if __name__ == "__main__":
    main()
