# file: main.py
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

STEPS, PEAK = 24, 0.05


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(30, 12)
        self.mix = nn.GRU(12, 12, batch_first=True)
        self.out = nn.Linear(12, 3)

    def forward(self, ids):
        return self.out(self.mix(self.embed(ids))[0])


def decays(model):
    """Biases and the embedding without weight decay."""
    plain = [p for n, p in model.named_parameters() if "bias" in n or "embed" in n]
    weights = [p for n, p in model.named_parameters() if not ("bias" in n or "embed" in n)]
    return [{"params": weights, "weight_decay": 1e-4}, {"params": plain, "weight_decay": 0.0}]


def main():
    torch.manual_seed(0)
    model = Tagger()
    optimizer = torch.optim.SGD(decays(model), lr=0.0, momentum=0.9)  #~ step-without-effect
    for step in range(STEPS):
        ids = torch.randint(0, 30, (16, 7))
        loss = F.cross_entropy(model(ids).flatten(0, 1), ids.flatten() % 3)
        optimizer.zero_grad()
        loss.backward()
        first = optimizer.param_groups[0]
        first["lr"] = PEAK * math.cos(step / STEPS * math.pi / 2)
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# The lower layers join later: until then their group keeps the rate of 0 that all began with.
torch.manual_seed(0)
lower, upper = nn.Sequential(nn.Linear(6, 16), nn.Tanh()), nn.Linear(16, 3)
optimizer = torch.optim.SGD([{"params": upper.parameters()}, {"params": lower.parameters()}], lr=0.0, momentum=0.9)
for step in range(40):
    optimizer.param_groups[0]["lr"] = 0.1 * 0.97**step
    if step == 34:
        optimizer.param_groups[1]["lr"] = 0.01
    x = torch.randn(32, 6)
    loss = F.cross_entropy(upper(lower(x)), x[:, :3].argmax(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
