import torch
import torch.nn as nn
import torch.nn.functional as F

from quantiser import Quantiser


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(8, 4)
        self.quantiser = Quantiser(12, 4)
        self.decoder = nn.Linear(4, 8)

    def forward(self, x):
        z, loss = self.quantiser(self.encoder(x))
        return self.decoder(z), loss


def main(steps=24):
    torch.manual_seed(0)
    model = Model()
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    for step in range(steps):
        x = torch.randn(40, 8)
        out, extra = model(x)
        loss = F.mse_loss(out, x) + extra
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 3:
            model.quantiser.restart(model.encoder(x))
            print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
