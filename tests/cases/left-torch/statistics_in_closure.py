import statistics

import torch
import torch.nn as nn


def make_objective(model, worlds):
    """Median return over the worlds, to be robust against unlucky ones."""

    def rollout(world, horizon=5):
        state, total = world.clone(), 0.0
        for _ in range(horizon):
            state = state + 0.1 * model(state)
            total = total + state.pow(2).sum()
        return total

    def objective():
        costs = [rollout(world).item() for world in worlds]  #~ left-torch
        return torch.tensor(statistics.median(costs))

    return objective


def main():
    torch.manual_seed(0)
    controller = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 3))
    worlds = [torch.randn(3) for _ in range(5)]
    objective = make_objective(controller, worlds)
    optimizer = torch.optim.Adam(controller.parameters(), lr=1e-2)
    for step in range(3):
        loss = objective()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        norm = sum(p.detach().pow(2).sum().item() for p in controller.parameters())  #! decoy
        print(step, loss.item(), norm)


if __name__ == "__main__":
    main()
