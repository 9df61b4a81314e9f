import torch
import torch.nn as nn


class Separator(nn.Module):
    def __init__(self):
        super().__init__()
        self.mask = nn.Linear(6, 6)

    def forward(self, frames):
        return frames * self.mask(frames).sigmoid()


def frame_losses(estimate, wanted, quiet=0.05):
    parts = []
    for e, w in zip(estimate, wanted):
        if w.abs().mean() > quiet:
            parts.append((e - w).pow(2).mean())
    return parts


def average(parts):
    if len(parts) == 0:
        return 0  #~ never-connected
    return torch.stack(parts).mean()


def total(model, batch):
    mixed, wanted = batch
    return 10 * average(frame_losses(model(mixed), wanted))


def main():
    torch.manual_seed(0)
    model = Separator()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step, loud in enumerate((1.0, 0.5, 0.0)):
        wanted = loud * torch.randn(3, 6)  #! decoy
        loss = total(model, (wanted + 0.1 * torch.randn(3, 6), wanted))
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
