import torch


def border_views(flow, width):
    rows = flow[:, :, :width], flow[:, :, -width:]
    columns = flow[..., :width], flow[..., -width:]
    return rows + columns


def still_border(flow, width=1):
    """The camera sees no motion in the border of the frame."""
    for edge in border_views(flow, width):
        edge[:, 0].zero_()  #~ modified-in-place
        edge[:, 1].zero_()  #~ modified-in-place
    return flow


def warp(image, flow):
    n, _, h, w = image.shape
    ys, xs = torch.meshgrid(torch.linspace(-1, 1, h), torch.linspace(-1, 1, w), indexing="ij")
    grid = torch.stack([xs, ys], dim=-1).expand(n, h, w, 2).clone()
    grid += flow.permute(0, 2, 3, 1)  #! decoy
    return torch.nn.functional.grid_sample(image, grid, align_corners=True)
