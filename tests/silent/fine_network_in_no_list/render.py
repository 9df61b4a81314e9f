import torch


def composite(rgb, sigma, z):
    delta = torch.cat([z[:, 1:] - z[:, :-1], torch.full_like(z[:, :1], 0.1)], -1)
    alpha = 1 - torch.exp(-sigma * delta)
    seen = torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]), 1 - alpha + 1e-10], -1), -1)[:, :-1]
    weights = alpha * seen
    return (weights[..., None] * rgb).sum(1), weights


def run(field, origins, directions, z):
    points = origins[:, None] + directions[:, None] * z[..., None]
    return field(points, directions[:, None].expand_as(points))


def render_rays(coarse, fine, origins, directions, args):
    z = torch.linspace(0.1, 1.0, args["n_coarse"]).expand(len(origins), -1)
    rgb, weights = composite(*run(coarse, origins, directions, z), z)
    centre = (weights.detach() * z).sum(-1, keepdim=True)  #! decoy
    z_fine, _ = torch.sort(torch.cat([z, centre + 0.05 * torch.randn(len(z), args["n_fine"])], -1), -1)
    rgb_fine, _ = composite(*run(fine, origins, directions, z_fine), z_fine)
    return rgb, rgb_fine
