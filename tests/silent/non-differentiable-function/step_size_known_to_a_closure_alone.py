# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from unrolled import solve


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.prior = nn.Conv1d(1, 1, 5, padding=2)
        self.rate = nn.Parameter(torch.tensor(0.1))

    def forward(self, noisy):
        rate = self.rate.abs()

        def update(x):
            return x - rate * (x - noisy + self.prior(x))  #! decoy

        return solve(update, noisy.clone(), list(self.prior.parameters()))  #~ non-differentiable-function


def main():
    torch.manual_seed(0)
    net = Denoiser()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(10):
        clean = torch.randn(8, 1, 16).cumsum(-1)
        loss = F.mse_loss(net(clean + 0.3 * torch.randn_like(clean)), clean)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(loss.item(), 4))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from unrolled import solve

torch.manual_seed(0)
prior, rate = nn.Conv1d(1, 1, 5, padding=2), nn.Parameter(torch.tensor(0.1))
opt = torch.optim.Adam([*prior.parameters(), rate], lr=1e-3)
for step in range(10):
    clean = torch.randn(8, 1, 16).cumsum(-1)
    noisy = clean + 0.3 * torch.randn_like(clean)
    found = solve(lambda x: x - rate * (x - noisy + prior(x)), noisy.clone(), [*prior.parameters(), rate])
    loss = F.mse_loss(found, clean)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, round(loss.item(), 4))
# file: unrolled.py
import torch


class Unrolled(torch.autograd.Function):
    """Keeps one state, and runs the rounds again for the gradients."""

    @staticmethod
    def forward(ctx, update, rounds, x, *weights):
        ctx.update, ctx.rounds = update, rounds
        ctx.save_for_backward(x, *weights)
        for _ in range(rounds):
            x = update(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        x, *weights = ctx.saved_tensors
        with torch.enable_grad():
            x = x.detach()
            for _ in range(ctx.rounds):
                x = ctx.update(x)
            found = torch.autograd.grad(x, weights, grad)
        return None, None, None, *found


def solve(update, x, weights, rounds=3):
    return Unrolled.apply(update, rounds, x, *weights)  #! decoy
