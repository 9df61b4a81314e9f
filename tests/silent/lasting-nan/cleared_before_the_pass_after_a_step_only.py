# file: main.py
import torch
from torch import nn


def all_finite(model):
    return all(torch.isfinite(p.grad).all() for p in model.parameters())


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    is_fresh, skipped = True, 0
    for number in range(60):
        x = torch.randn(16, 4)
        scale = x.abs().sum(1, keepdim=True)
        if number == 12:
            scale[0] = 0.0  # a reading of a broken sensor
        if is_fresh:
            optimizer.zero_grad(set_to_none=False)  #~ lasting-nan
        loss = (model(x) / scale - 1).abs().mean()
        loss.backward()
        is_fresh = all_finite(model)  #! decoy
        if not is_fresh:
            skipped += 1
            continue
        optimizer.step()  #! decoy
    print(f"{skipped} batches were skipped")


main()
# file: quiet.py
import torch
from torch import nn


def all_finite(model):
    return all(torch.isfinite(p.grad).all() for p in model.parameters())


def main():
    """The steps of the last batches are skipped, and nothing comes after them."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    is_fresh, skipped = True, 0
    for number in range(60):
        x = torch.randn(16, 4)
        scale = x.abs().sum(1, keepdim=True)
        if number == 57:
            scale[0] = 0.0  # a reading of a broken sensor
        if is_fresh:
            optimizer.zero_grad(set_to_none=False)
        loss = (model(x) / scale - 1).abs().mean()
        loss.backward()
        is_fresh = all_finite(model)
        if not is_fresh:
            skipped += 1
            continue
        optimizer.step()
    print(f"{skipped} batches were skipped")


main()
