import torch

from hourglass import Hourglass, stage_losses


def main():
    torch.manual_seed(0)
    net = Hourglass()
    opt = torch.optim.RMSprop(net.parameters(), lr=1e-3)
    for step in range(5):
        x, heat = torch.randn(8, 10), torch.rand(8, 5)
        loss = stage_losses(net(x), heat)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
