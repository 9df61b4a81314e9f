import torch
import torch.nn as nn
import torch.nn.functional as F

from spiking import LIF


def main():
    torch.manual_seed(0)
    layer, read = LIF(8, 16), nn.Linear(16, 3)
    opt = torch.optim.Adam([*layer.parameters(), *read.parameters()], lr=1e-2)
    for step in range(3):
        seq, y = 2 * torch.randn(6, 5, 8), torch.randint(0, 3, (5,))
        spikes = layer(seq)
        rate = spikes.mean(0)
        loss = F.cross_entropy(read(rate), y) + 0.01 * rate.detach().mean()  #! decoy
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
