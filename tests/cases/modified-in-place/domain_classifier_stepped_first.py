import torch
import torch.nn as nn
import torch.nn.functional as F

FEATURES = 6


def build():
    encoder = nn.Sequential(nn.Linear(FEATURES, 16), nn.ReLU(inplace=True), nn.Linear(16, 8))  #! decoy
    labeller = nn.Linear(8, 3)
    domain = nn.Sequential(nn.Linear(8, 8), nn.LeakyReLU(0.2, inplace=True), nn.Linear(8, 2))  #! decoy
    return encoder, labeller, domain


def domains(n):
    x = torch.randn(2 * n, FEATURES)
    x[n:] += 1.5  #! decoy
    return x, torch.randint(0, 3, (n,)), torch.arange(2).repeat_interleave(n)


def main():
    torch.manual_seed(4)
    encoder, labeller, domain = build()
    task_opt = torch.optim.Adam([*encoder.parameters(), *labeller.parameters()], lr=1e-3)
    domain_opt = torch.optim.Adam(domain.parameters(), lr=1e-3)
    for step in range(4):
        x, y, side = domains(10)
        z = encoder(x)
        task_loss = F.cross_entropy(labeller(z[:10]), y)
        confusion = -F.cross_entropy(domain(z), side)  #~ modified-in-place
        domain_loss = F.cross_entropy(domain(z.detach()), side)

        domain_opt.zero_grad()
        domain_loss.backward()
        domain_opt.step()  #~ modified-in-place

        task_opt.zero_grad()
        (task_loss + 0.1 * confusion).backward()
        task_opt.step()  #! decoy
        print(step, task_loss.item(), domain_loss.item())


if __name__ == "__main__":
    main()
