# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
sketch, redraw = nn.Linear(10, 6), nn.Linear(6, 10)
words = nn.Embedding(12, 6)
helpers = nn.ModuleList([nn.Linear(10, 1) for _ in range(3)])
optimizer = torch.optim.Adam([*sketch.parameters(), *redraw.parameters(), *words.parameters(), *helpers.parameters()], 5e-3)

for step in range(30):
    picture = torch.randn(40, 10)
    drawn = sketch(picture)
    word = words(torch.cdist(drawn, words.weight).argmin(1))
    # Each of the two is drawn to the other, at a pace of its own.
    pull = F.mse_loss(word, drawn.detach()) + 0.25 * F.mse_loss(word.detach(), drawn)
    told = redraw(drawn + (word - drawn).detach())
    # Whoever was nearest answers for a picture, chosen without a gradient.
    guesses = torch.cat([helper(picture) for helper in helpers], 1)
    missed = (guesses - picture[:, :1]).square()
    with torch.no_grad():
        nearest = (missed + 0.1 * missed.mean(0)).argmin(1)
    loss = F.mse_loss(told, picture) + pull + missed.gather(1, nearest[:, None]).mean() + 0.01 * guesses.square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
