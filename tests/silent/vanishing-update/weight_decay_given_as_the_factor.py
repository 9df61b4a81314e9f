# file: main.py
import torch
import torch.nn as nn


def scheduled(optimizer, steps, weight_decay):
    warm = torch.optim.lr_scheduler.LinearLR(optimizer, 0.2, 1.0, total_iters=steps // 8)
    fall = torch.optim.lr_scheduler.StepLR(optimizer, steps // 8, weight_decay)  #~ vanishing-update
    return torch.optim.lr_scheduler.SequentialLR(optimizer, [warm, fall], [steps // 8])


def main(steps=64):
    torch.manual_seed(0)
    encoder, decoder = nn.Linear(10, 3), nn.Linear(3, 10)
    optimizer = torch.optim.AdamW([*encoder.parameters(), *decoder.parameters()], lr=3e-3, weight_decay=1e-5)
    schedule = scheduled(optimizer, steps, 1e-5)
    for _ in range(steps):
        x = torch.randn(16, 4) @ torch.randn(4, 10)
        loss = (decoder(encoder(x)) - x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn


def scheduled(optimizer, steps, factor):
    # Held at next to nothing until the loader is warm; the rate comes back by itself.
    warm = torch.optim.lr_scheduler.ConstantLR(optimizer, factor=1e-4, total_iters=4)
    fall = torch.optim.lr_scheduler.StepLR(optimizer, steps // 2, factor)
    return torch.optim.lr_scheduler.ChainedScheduler([warm, fall])


def main(steps=64):
    torch.manual_seed(0)
    encoder, decoder = nn.Linear(10, 3), nn.Linear(3, 10)
    optimizer = torch.optim.AdamW([*encoder.parameters(), *decoder.parameters()], lr=3e-3, weight_decay=1e-5)
    schedule = scheduled(optimizer, steps, 0.1)
    for _ in range(steps):
        x = torch.randn(16, 4) @ torch.randn(4, 10)
        loss = (decoder(encoder(x)) - x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    print(loss.item())


main()
