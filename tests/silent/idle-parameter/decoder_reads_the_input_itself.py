# file: main.py
import torch
from torch import nn

torch.manual_seed(0)
encoder, decoder = nn.Linear(8, 3), nn.Linear(8, 8)
opt_e = torch.optim.Adam(encoder.parameters(), lr=1e-3)  #~ idle-parameter
opt_d = torch.optim.Adam(decoder.parameters(), lr=1e-3)
for step in range(12):
    x = torch.randn(16, 8)
    code = encoder(x)
    out = decoder(x)
    loss = nn.functional.mse_loss(out, x)
    for o in (opt_e, opt_d):
        o.zero_grad()
    loss.backward()
    for o in (opt_e, opt_d):
        o.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn

# The second head has its turn later: its optimizer steps along, and finds nothing until then.
torch.manual_seed(0)
body, first, second = nn.Linear(8, 8), nn.Linear(8, 2), nn.Linear(8, 2)
opt = torch.optim.Adam([*body.parameters(), *first.parameters()], lr=1e-3)
later = torch.optim.Adam(second.parameters(), lr=1e-3)
for step in range(24):
    x = torch.randn(16, 8)
    h = body(x)
    loss = (first(h) - x[:, :2]).pow(2).mean()
    if step >= 12:
        loss = loss + (second(h) - x[:, 2:4]).pow(2).mean()
    for o in (opt, later):
        o.zero_grad()
    loss.backward()
    for o in (opt, later):
        o.step()
print(loss.item())
