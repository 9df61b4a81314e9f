import torch

from sdf import SDF, eikonal


def sphere(n=64):
    p = torch.randn(n, 3)
    return p / p.norm(dim=1, keepdim=True)  #! decoy


def main(steps=8):
    torch.manual_seed(0)
    net = SDF()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(steps):
        surface, space = sphere(), torch.rand(64, 3) * 2 - 1
        loss = net(surface).abs().mean() + 0.1 * eikonal(net, space)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
