# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    encoder, decoder, codes = nn.Linear(6, 4), nn.Linear(4, 6), nn.Embedding(8, 4)
    optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters(), *codes.parameters()], lr=1e-2)
    for _ in range(6):
        x = torch.randn(16, 6)
        z = encoder(x)
        e = codes(torch.cdist(z, codes.weight).argmin(1))
        q = z + (e - z).detach()
        loss = F.mse_loss(decoder(q), x) + F.mse_loss(e, z.detach()) + 0.25 * F.mse_loss(z, e.detach())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
