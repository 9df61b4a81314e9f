# file: main.py
import torch
import torch.nn as nn

from instrument import timed, traced


class Autoencoder(nn.Module):
    def __init__(self, width=16, code=4):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(width, 12), nn.ReLU(), nn.Linear(12, code))
        self.dec = nn.Sequential(nn.Linear(code, 12), nn.ReLU(), nn.Linear(12, width))

    @timed
    def encode(self, x):
        return self.enc(x)

    @timed
    @traced
    def decode(self, code):
        return self.dec(code)

    def forward(self, x):
        return self.decode(self.encode(x))


def main():
    torch.manual_seed(0)
    data = torch.rand(64, 16)
    model = Autoencoder()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    running = 0.0
    for epoch in range(2):
        for batch in data.split(16):
            recon = model(batch)
            loss = ((recon - batch) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            running = 0.9 * running + 0.1 * loss.item()  #! decoy
    print(f"{running:.4f}", timed.calls)


if __name__ == "__main__":
    main()
# file: instrument.py
import functools
import time

TRACE = []


def timed(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        start = time.perf_counter()
        result = fn(*args, **kwargs)
        timed.calls[fn.__name__] = timed.calls.get(fn.__name__, 0) + time.perf_counter() - start
        return result

    return wrapper


timed.calls = {}


def traced(fn):
    """Records statistics of what a method returns."""

    @functools.wraps(fn)
    def wrapper(self, *args, **kwargs):
        result = fn(self, *args, **kwargs).detach()  #~ detached-tensor
        TRACE.append((fn.__name__, result.mean().item(), result.std().item()))  #! decoy
        return result

    return wrapper
