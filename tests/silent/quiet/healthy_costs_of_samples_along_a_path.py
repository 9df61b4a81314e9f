# file: quiet.py
import torch
import torch.nn as nn

# Each stretch of a path counts for all that come after it, sample by sample; and a residual is penalised besides.


def main():
    torch.manual_seed(0)
    policy = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
    for _ in range(10):
        x = torch.randn(32, 2)
        x = x + 0.1 * policy(x)
        so_far = x.square().sum(1)
        objective = so_far.mean()
        for _ in range(4):
            x = x + 0.1 * policy(x)
            so_far = so_far + x.square().sum(1)
            objective = objective + so_far.mean()
        optimizer.zero_grad()
        objective.backward()
        optimizer.step()
    print(objective.item())
    for _ in range(10):
        x = torch.randn(32, 2)
        moved = policy(x)
        loss = (x + moved).square().mean() + moved.square().mean()
        energy = (x.square().sum(1) + moved.square().sum(1)).mean()
        optimizer.zero_grad()
        (loss + energy).backward()
        optimizer.step()
    print(loss.item())


main()
