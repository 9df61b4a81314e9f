import torch
from torch import nn
import torch.nn.functional as F


def fit_model(model, optimizer, seen):
    """One step of the model on what was seen: right by itself."""
    state, action, following = seen
    error = F.mse_loss(model(torch.cat([state, action], dim=1)), following)
    optimizer.zero_grad()
    error.backward()
    optimizer.step()  #! decoy
    return error.item()


def fit_actor(optimizer, cost):
    optimizer.zero_grad()
    cost.backward()  #! decoy
    optimizer.step()  #! decoy
    return cost.item()


def imagine(actor, model, state, length=3):
    cost = 0.0
    for _ in range(length):
        state = model(torch.cat([state, actor(state)], dim=1))
        cost = cost + state.square().mean()
    return cost


def main():
    torch.manual_seed(0)
    actor = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 2))
    model = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 3))
    actor_opt = torch.optim.Adam(actor.parameters(), lr=1e-3)
    model_opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for turn in range(3):
        state, action = torch.randn(8, 3), torch.randn(8, 2)
        cost = imagine(actor, model, state)  #~ modified-in-place
        error = fit_model(model, model_opt, (state, action, 0.9 * state))  #~ modified-in-place
        print(turn, error, fit_actor(actor_opt, cost))  #! decoy


main()
