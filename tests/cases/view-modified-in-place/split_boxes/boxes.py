import torch


def decode(deltas, anchors):
    """Turns predicted offsets into boxes (x1, y1, x2, y2)."""
    centre, size = deltas.split(2, dim=-1)
    centre *= anchors[:, 2:]  #~ view-modified-in-place
    centre += anchors[:, :2]
    size = size.clamp(max=2.0).exp() * anchors[:, 2:]
    return torch.cat([centre - size / 2, centre + size / 2], dim=-1)


def grid_anchors(n, size=0.2):
    anchors = torch.full((n, 4), size)
    anchors[:, 0] = torch.linspace(0, 1, n)  #! decoy
    anchors[:, 1] = 0.5
    return anchors
