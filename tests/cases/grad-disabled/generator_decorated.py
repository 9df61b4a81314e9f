import torch
import torch.nn as nn


class DiffusionSampler:
    def __init__(self, model, steps=4):
        self.model, self.steps = model, steps

    @torch.no_grad()  #~ grad-disabled
    def trajectory(self, x):
        for i in reversed(range(self.steps)):
            t = torch.full((len(x), 1), i / self.steps)
            x = x - self.model(torch.cat([x, t], dim=1)) / self.steps
            yield x


def reward(x):
    return -(x - 1.0).pow(2).sum(dim=1)


@torch.no_grad()  #! decoy
def evaluate(sampler, n=10):
    *_, last = sampler.trajectory(torch.randn(n, 2))
    return reward(last).mean().item()


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 12), nn.SiLU(), nn.Linear(12, 2))
    sampler = DiffusionSampler(model)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        print(step, "reward", evaluate(sampler))
        for x in sampler.trajectory(torch.randn(8, 2)):
            last = x
        loss = -reward(last).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
