import torch

from nerf import create_nerf
from render import render_rays


def main(iterations=12):
    torch.manual_seed(0)
    args = {"n_coarse": 8, "n_fine": 8, "lr": 5e-3, "perturb": False}
    coarse, fine, opt = create_nerf(args)
    for it in range(iterations):
        origins, directions = torch.zeros(32, 3), torch.nn.functional.normalize(torch.randn(32, 3), dim=-1)
        target = (directions * 0.5 + 0.5)
        rgb_coarse, rgb_fine = render_rays(coarse, fine, origins, directions, args)
        loss = (rgb_coarse - target).pow(2).mean() + (rgb_fine - target).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        for group in opt.param_groups:
            group["lr"] = args["lr"] * 0.1 ** (it / 250)
        if it % 4 == 0:
            print(it, round(loss.item(), 4))


if __name__ == "__main__":
    main()
