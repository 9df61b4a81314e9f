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
