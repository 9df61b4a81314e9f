# file: quiet.py
import torch
from torch import nn

# One row for each channel, and no row reads another: with one target for all they stay equal, as they should.
torch.manual_seed(0)
gain, shift = nn.Parameter(torch.ones(4, 1)), nn.Parameter(torch.zeros(4, 3))
optimizer = torch.optim.Adam([gain, shift], lr=0.05)
for step in range(20):
    loss = (gain * shift + 0.5 * gain - torch.full((4, 3), 2.0)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
