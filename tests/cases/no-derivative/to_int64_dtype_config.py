import torch
import torch.nn as nn

CONFIG = {"dtype": torch.int64, "bins": 16, "lr": 1e-2}


class Quantizer(nn.Module):
    def __init__(self, bins):
        super().__init__()
        self.low = nn.Parameter(torch.tensor(-2.0))
        self.step = nn.Parameter(torch.tensor(0.25))
        self.bins = bins

    def forward(self, x):
        codes = ((x - self.low) / self.step).to(CONFIG["dtype"])  #~ no-derivative
        return codes.clamp(0, self.bins - 1)

    def used(self, codes):
        return len(codes.unique())  #! decoy


class Codec(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Linear(4, 4)
        self.quantize = Quantizer(CONFIG["bins"])

    def forward(self, x):
        codes = self.quantize(self.encode(x))
        return codes.to(x.dtype) / CONFIG["bins"], codes


def main():
    torch.manual_seed(0)
    codec = Codec()
    optimizer = torch.optim.Adam(codec.parameters(), lr=CONFIG["lr"])
    for step in range(3):
        x = torch.rand(10, 4)
        recon, codes = codec(x)
        loss = nn.functional.mse_loss(recon, x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), codec.quantize.used(codes))


if __name__ == "__main__":
    main()
