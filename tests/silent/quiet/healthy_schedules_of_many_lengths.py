# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim import lr_scheduler


def net():
    return nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 1))


def update(model, optimizer):
    x = torch.randn(16, 6)
    loss = F.mse_loss(model(x), x[:, :1])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def folds():
    """Each fold has a schedule of its own, over all of its updates."""
    for _ in range(3):
        model = net()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
        schedule = lr_scheduler.OneCycleLR(optimizer, 0.1, total_steps=20)
        for _ in range(20):
            update(model, optimizer)
            schedule.step()


def until_it_is_good_enough():
    """The schedule is made for more epochs than it takes; another waits for a plateau, and another counts epochs."""
    model = net()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    schedule = lr_scheduler.CosineAnnealingLR(optimizer, T_max=300)
    plateau = lr_scheduler.ReduceLROnPlateau(optimizer, patience=50)
    for _ in range(5):
        losses = [update(model, optimizer) for _ in range(12)]
        plateau.step(sum(losses))
        schedule.step()


def two_phases_of_one_optimizer():
    """The first schedule is over when the second is made."""
    model = net()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    warm = lr_scheduler.LinearLR(optimizer, 0.1, total_iters=4)
    for _ in range(4):
        for _ in range(8):
            update(model, optimizer)
        warm.step()
    schedule = lr_scheduler.PolynomialLR(optimizer, total_iters=40)
    for _ in range(40):
        update(model, optimizer)
        schedule.step()


def player_and_critic():
    """Each has its optimizer and its schedule; the critic takes four steps for each of the player's."""
    player, critic = net(), net()
    slow, quick = (torch.optim.Adam(m.parameters(), lr=1e-3) for m in (player, critic))
    schedules = [lr_scheduler.LinearLR(o, 1.0, 0.1, total_iters=20) for o in (slow, quick)]
    for _ in range(20):
        for _ in range(4):
            update(critic, quick)
        update(player, slow)
        for schedule in schedules:
            schedule.step()


def averaged_at_the_end():
    model = net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    average = torch.optim.swa_utils.AveragedModel(model)
    rates = torch.optim.swa_utils.SWALR(optimizer, swa_lr=0.01, anneal_epochs=2)
    for epoch in range(4):
        for _ in range(6):
            update(model, optimizer)
        average.update_parameters(model)
        rates.step()


def best_state_brought_back():
    """The state of the best epoch has the rate of that epoch, and the schedule goes on."""
    model = net()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    schedule = lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
    best = copy.deepcopy(optimizer.state_dict())
    for epoch in range(6):
        for _ in range(6):
            update(model, optimizer)
        schedule.step()
        if epoch == 3:
            optimizer.load_state_dict(best)


torch.manual_seed(0)
folds()
until_it_is_good_enough()
two_phases_of_one_optimizer()
player_and_critic()
averaged_at_the_end()
best_state_brought_back()
