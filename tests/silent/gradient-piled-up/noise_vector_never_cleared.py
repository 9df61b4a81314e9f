# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from inner import refine


def main(steps=4):
    torch.manual_seed(0)
    decoder = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 6))
    opt = torch.optim.Adam(decoder.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(8, 6)
        code = refine(decoder, x)
        loss = F.mse_loss(decoder(code), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def refine(decoder, x, rounds=4, rate=0.5):
    code = torch.zeros(len(x), 3, requires_grad=True)
    for _ in range(rounds):
        F.mse_loss(decoder(code), x).backward()
        with torch.no_grad():
            code -= rate * code.grad
            code.grad = None
    return code.detach()


def main(steps=4):
    """Cleared after every update; and a map of what matters, added up over the batch without an update."""
    torch.manual_seed(0)
    decoder = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 6))
    opt = torch.optim.Adam(decoder.parameters(), lr=1e-2)
    probe = torch.zeros(1, 3, requires_grad=True)
    for step in range(steps):
        x = torch.randn(8, 6)
        loss = F.mse_loss(decoder(refine(decoder, x) + probe), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f} {probe.grad.norm().item():.4f}")


if __name__ == "__main__":
    main()
# file: inner.py
import torch
import torch.nn.functional as F


def refine(decoder, x, rounds=4, rate=0.5):
    """A few steps of gradient descent on the codes alone."""
    code = torch.zeros(len(x), 3, requires_grad=True)
    for _ in range(rounds):
        error = F.mse_loss(decoder(code), x)
        error.backward()  #~ gradient-piled-up
        with torch.no_grad():  #! decoy
            code -= rate * code.grad
    return code.detach()  #! decoy
