# file: quiet.py
# Two divergences of the same two distributions, each with the other one at rest; and a value remembered for many steps.
import torch
import torch.nn as nn
from torch.distributions import Categorical, kl_divergence

torch.manual_seed(0)
walk, guess, look = nn.GRUCell(6, 18), nn.Linear(18, 5), nn.Linear(18 + 6, 5)
paint, worth = nn.Linear(18 + 5, 6), nn.Linear(18, 1)
parameters = [p for part in (walk, guess, look, paint, worth) for p in part.parameters()]
opt = torch.optim.Adam(parameters, lr=3e-3)
sights = torch.randn(24, 4, 6).cumsum(1)
for round_ in range(3):
    with torch.no_grad():
        before = worth(walk(sights[:, 0], torch.zeros(24, 18)))
    for some in torch.randperm(24).split(6):
        state, terms = torch.zeros(6, 18), []
        for sight in sights[some].unbind(1):
            state = walk(sight.roll(1, 0), state)
            first, second = guess(state), look(torch.cat([state, sight], 1))
            taught = kl_divergence(Categorical(logits=second.detach()), Categorical(logits=first))
            held = kl_divergence(Categorical(logits=second), Categorical(logits=first.detach()))
            picture = paint(torch.cat([state, second.softmax(1)], 1))
            terms.append(taught.mean() + 0.1 * held.mean() + (picture - sight).square().mean())
        gain = sights[some, -1].sum(1, keepdim=True) - before[some]
        loss = torch.stack(terms).mean() + 0.1 * (worth(state) - gain).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
print(loss.item())
