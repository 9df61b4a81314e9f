import torch


@torch.no_grad()  #! decoy
def rotary_table(dim, length):
    freq = 1.0 / 10000 ** (torch.arange(0, dim, 2) / dim)
    angle = torch.outer(torch.arange(length).float(), freq)
    return torch.polar(torch.ones_like(angle), angle)


@torch.no_grad()  #~ grad-disabled
def apply_rotary(x, table):
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2).contiguous())
    return torch.view_as_real(pairs * table).flatten(-2)
