import contextlib

import torch
import torch.nn as nn


class Denoiser(nn.Module):
    def __init__(self, width=10):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(width + 1, 16), nn.SiLU(), nn.Linear(16, width))

    def forward(self, x, t):
        return self.net(torch.cat([x, t], dim=1))


def run(model, batch, *, train_time_embed=True, frozen=True, precision=None):
    noise = torch.randn_like(batch)
    t = torch.rand(len(batch), 1)
    with contextlib.ExitStack() as stack:
        if precision is not None:
            stack.enter_context(torch.autocast("cpu", dtype=precision))
        if frozen:
            stack.enter_context(torch.no_grad())  #~ grad-disabled
        predicted = model(batch + t * noise, t)
    return (predicted.float() - noise).square().mean()


def main():
    torch.manual_seed(0)
    model = Denoiser()
    ema = [p.detach().clone() for p in model.parameters()]  #! decoy
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(4):
        loss = run(model, torch.randn(8, 10))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():  #! decoy
            for old, new in zip(ema, model.parameters()):
                old.lerp_(new, 0.01)
        print(step, loss.item())


if __name__ == "__main__":
    main()
