import torch
import torch.nn.functional as F

from discrete import DiscreteAE


def main(steps=12):
    torch.manual_seed(0)
    net = DiscreteAE()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(32, 6)
        tau = max(0.0, 1.0 - step / (steps - 2))  #~ nan-gradient
        loss = F.mse_loss(net(x, tau), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(tau, 2), loss.item())  #! decoy


main()
