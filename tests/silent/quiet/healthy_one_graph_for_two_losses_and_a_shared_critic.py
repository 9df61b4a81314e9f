# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    gen, disc = nn.Linear(3, 2), nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 1))
    opt_g, opt_d = torch.optim.SGD(gen.parameters(), lr=0.01), torch.optim.SGD(disc.parameters(), lr=0.01)
    for _ in range(6):
        fake, real = gen(torch.randn(16, 3)), torch.randn(16, 2)
        judged = disc(torch.cat([real, fake]))
        d_loss = F.softplus(-judged[:16]).mean() + F.softplus(judged[16:]).mean()
        g_loss = F.softplus(-judged[16:]).mean()
        opt_g.zero_grad()
        g_loss.backward(retain_graph=True)
        disc.zero_grad()
        waiting = [p.grad.clone() for p in gen.parameters()]
        d_loss.backward()
        for p, grad in zip(gen.parameters(), waiting):
            p.grad = grad
        opt_g.step()
        opt_d.step()
    print(g_loss.item())


main()
