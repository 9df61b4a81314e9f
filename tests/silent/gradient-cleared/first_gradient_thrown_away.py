# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from semi import supervised, unsupervised


def main(steps=10):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x, u = torch.randn(8, 6), torch.randn(24, 6)
        opt.zero_grad()  #! decoy
        known = supervised(net, x, x[:, :3].argmax(1))
        known.backward()
        opt.zero_grad()  #~ gradient-cleared
        free = unsupervised(net, u)
        free.backward()  #! decoy
        opt.step()
        if step % 3 == 0:
            print(step, f"{known.item():.4f} {free.item():.4f}")


if __name__ == "__main__":
    main()
# file: semi.py
import torch
import torch.nn.functional as F


def supervised(net, x, y):
    return F.cross_entropy(net(x), y)


def unsupervised(net, u):
    with torch.no_grad():
        guess = torch.softmax(net(u), 1)
    noisy = F.log_softmax(net(u + 0.1 * torch.randn_like(u)), 1)
    return F.kl_div(noisy, guess, reduction="batchmean")
