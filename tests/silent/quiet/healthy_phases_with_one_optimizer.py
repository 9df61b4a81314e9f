# file: quiet.py
"""Phases that are meant, with one optimizer for all: what an earlier phase has trained rests for good."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc, self.dec = nn.Sequential(nn.Linear(6, 12), nn.Tanh()), nn.Linear(12, 6)
        self.prior, self.head, self.exit = nn.Linear(12, 12), nn.Linear(12, 3), nn.Linear(12, 3)
        self.freeze_encoder, self.step, self.freeze_after = False, 0, 10

    def encode(self, x):
        h = self.enc(x)
        return h.detach() if self.freeze_encoder else h

    def aged(self, x):
        self.step += 1
        h = self.enc(x)
        if self.step > self.freeze_after:
            h = h.detach()
        return self.head(h)


def train(loss_at, steps=24):
    model = Model()
    opt = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = loss_at(model, step, x, x[:, :3].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


def reconstruct_then_model_the_code(model, step, x, y):
    if step < 12:
        return F.mse_loss(model.dec(model.enc(x)), x)
    with torch.no_grad():
        h = model.enc(x)
    return F.mse_loss(model.prior(h.roll(1, 0)), h)


def flag_set_by_the_loop(model, step, x, y):
    model.freeze_encoder = step >= 8
    return F.cross_entropy(model.head(model.encode(x)), y)


def cut_in_the_loop(model, step, x, y):
    h = model.enc(x)
    if step >= 9:
        h = h.detach()
    return F.cross_entropy(model.head(h), y)


def exit_trained_first(model, step, x, y):
    h = model.enc(x)
    return F.cross_entropy((model.exit if step < 9 else model.head)(h), y)


def evaluated_for_good(model, step, x, y):
    if step == 6:
        model.eval()
    return F.cross_entropy(model.head(model.enc(x)), y)


def counted_inside(model, step, x, y):
    return F.cross_entropy(model.aged(x), y)


torch.manual_seed(0)
train(reconstruct_then_model_the_code)
train(flag_set_by_the_loop)
train(cut_in_the_loop)
train(exit_trained_first)
train(evaluated_for_good)
train(counted_inside)
