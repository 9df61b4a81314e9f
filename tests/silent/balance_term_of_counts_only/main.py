import torch
import torch.nn.functional as F

from experts import SwitchLayer


def main():
    torch.manual_seed(0)
    net = SwitchLayer(6, 4)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(8):
        x = torch.randn(32, 6)
        out, balance = net(x)
        loss = F.mse_loss(out, x.flip(1)) + 0.01 * balance
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), balance.item())  #! decoy


main()
