# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Autoencoder(nn.Module):
    def __init__(self, d=10, z=3):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(d, 16), nn.ReLU(), nn.Linear(16, z))
        self.decoder = nn.Sequential(nn.Linear(z, 16), nn.ReLU(), nn.Linear(16, d))

    def forward(self, x):
        return self.decoder(self.encoder(x))


def fit(model, params, loss_of, steps, lr=1e-2):
    opt = torch.optim.Adam(params, lr=lr)
    for _ in range(steps):
        loss = loss_of(model)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    x = torch.randn(60, 3) @ torch.randn(3, 10)
    y = (x[:, 0] > 0).long()
    ae = Autoencoder()
    print("reconstruction", fit(ae, ae.parameters(), lambda m: F.mse_loss(m(x), x), 6))
    ae.eval()
    codes = ae.encoder(x).detach()
    probe = nn.Linear(3, 2)
    print("probe", fit(probe, probe.parameters(), lambda m: F.cross_entropy(m(codes), y), 6))
    # the latents are clustered with numpy, for the picture
    centre = codes.numpy().mean(0)
    print(centre.round(2), ((codes - torch.from_numpy(centre)) ** 2).sum(1).argmin().item())


main()
