import torch

from detector import Detector


def main():
    torch.manual_seed(0)
    net = Detector()
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(5):
        x = torch.randn(16, 6)
        losses = net.losses(x, (x[:, 0] > 0).long(), (x[:, 1] > 0).long())
        loss = sum(losses.values())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, {k: round(v.item(), 3) for k, v in losses.items()})  #! decoy


main()
