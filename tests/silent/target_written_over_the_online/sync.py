import torch


@torch.no_grad()
def soft_update(source, destination, tau):
    """Move the destination a little towards the source."""
    for s, d in zip(source.parameters(), destination.parameters()):
        d.copy_(s * (1 - tau) + d * tau)  #~ update-undone|untracked-change|untracked-write|overwritten-update
