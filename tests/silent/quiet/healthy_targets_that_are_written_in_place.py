# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# What is compared with its own reconstruction was written in place before: gaps are filled, some readings are drawn
# once, latent codes are drawn anew, rows of noise are pushed away, and noise itself is to be found.


def waves(n):
    t = torch.linspace(0, 1, 12)
    return torch.sin(6.28 * (1 + 3 * torch.rand(n, 1)) * t)


def fit(loss_of, steps=10):
    net = nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 12))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(steps):
        loss = loss_of(net)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


def gaps_filled(net):
    x = waves(32)
    x[torch.rand_like(x) < 0.1] = 0.0
    return F.mse_loss(net(x), x)


def shifted_in_place(net):
    x = waves(32)
    x += 0.01 * torch.randn_like(x)
    return F.mse_loss(net(x), x)


READINGS = waves(32)
READINGS[3] = torch.randn(12)  # a broken sensor


def readings(net):
    return F.mse_loss(net(READINGS), READINGS)


CODES = torch.randn(32, 12)


def codes_found_again(net):
    CODES[torch.randint(0, 32, (4,))] = torch.randn(4, 12)
    return F.mse_loss(net(torch.tanh(CODES)), CODES)


def noise_pushed_away(net):
    x = waves(32)
    x[16:] = torch.randn(16, 12)
    each = F.mse_loss(net(x), x, reduction="none").mean(1)
    return each[:16].mean() + torch.relu(1 - each[16:]).mean()


def noise_found(net):
    noise = torch.empty(32, 12)
    for row in noise:
        row[:] = torch.randn(12)
    return F.mse_loss(net(0.7 * waves(32) + 0.7 * noise), noise)


torch.manual_seed(0)
for one in (gaps_filled, shifted_in_place, readings, codes_found_again, noise_pushed_away, noise_found):
    fit(one)
