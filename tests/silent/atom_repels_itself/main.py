import torch

from potential import Potential


def main(steps=8):
    torch.manual_seed(0)
    net = Potential()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        pos = torch.rand(8, 5, 3) * 2
        wanted = torch.randn(8)
        energy = net(pos)
        loss = (energy - wanted).abs().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(loss.item(), 4), float(net.sigma))  #! decoy


if __name__ == "__main__":
    main()
