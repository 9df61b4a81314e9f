# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def switched(parameters, value):
    for p in parameters:
        p.requires_grad_(value)


def main():
    torch.manual_seed(0)
    cleaner = nn.Sequential(nn.Conv1d(1, 8, 5, padding=2), nn.Tanh(), nn.Conv1d(8, 1, 5, padding=2))
    judge = nn.Sequential(nn.Conv1d(1, 8, 5), nn.LeakyReLU(0.2), nn.Flatten(), nn.Linear(8 * 28, 1))
    kernels = filter(lambda p: p.dim() > 1, judge.parameters())  #~ frozen-parameter
    of_cleaner = torch.optim.Adam(cleaner.parameters(), lr=1e-3)
    of_judge = torch.optim.Adam(judge.parameters(), lr=1e-3)
    for _ in range(20):
        clean = torch.sin(torch.arange(32) * torch.rand(16, 1)).unsqueeze(1)
        noisy = clean + 0.3 * torch.randn_like(clean)
        judged = F.softplus(-judge(clean)).mean() + F.softplus(judge(cleaner(noisy).detach())).mean()
        of_judge.zero_grad()
        judged.backward()
        of_judge.step()
        switched(kernels, False)
        cleaned = cleaner(noisy)
        loss = F.l1_loss(cleaned, clean) + 0.1 * F.softplus(-judge(cleaned)).mean()
        of_cleaner.zero_grad()
        loss.backward()
        of_cleaner.step()
        switched(kernels, True)
    print(judged.item(), loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def switched(parameters, value):
    for p in parameters:
        p.requires_grad_(value)


def main():
    torch.manual_seed(0)
    cleaner = nn.Sequential(nn.Conv1d(1, 8, 5, padding=2), nn.Tanh(), nn.Conv1d(8, 1, 5, padding=2))
    judge = nn.Sequential(nn.Conv1d(1, 8, 5), nn.LeakyReLU(0.2), nn.Flatten(), nn.Linear(8 * 28, 1))
    kernels = tuple(filter(lambda p: p.dim() > 1, judge.parameters()))
    of_cleaner = torch.optim.Adam(cleaner.parameters(), lr=1e-3)
    of_judge = torch.optim.Adam(judge.parameters(), lr=1e-3)
    for _ in range(20):
        clean = torch.sin(torch.arange(32) * torch.rand(16, 1)).unsqueeze(1)
        noisy = clean + 0.3 * torch.randn_like(clean)
        judged = F.softplus(-judge(clean)).mean() + F.softplus(judge(cleaner(noisy).detach())).mean()
        of_judge.zero_grad()
        judged.backward()
        of_judge.step()
        switched(kernels, False)
        cleaned = cleaner(noisy)
        loss = F.l1_loss(cleaned, clean) + 0.1 * F.softplus(-judge(cleaned)).mean()
        of_cleaner.zero_grad()
        loss.backward()
        of_cleaner.step()
        switched(kernels, True)
    print(judged.item(), loss.item())


main()
