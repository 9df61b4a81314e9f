# file: quiet.py
# Trips that begin nowhere known get a learned vector in the place of the padding's.
import torch
import torch.nn as nn


class Trips(nn.Module):
    def __init__(self, stations=9, d=5):
        super().__init__()
        self.station = nn.EmbeddingBag(stations, d, mode="sum", padding_idx=8)
        self.nowhere = nn.Parameter(torch.zeros(d))
        self.minutes = nn.Linear(d, 1)

    def forward(self, begins):
        place = self.station(begins.unsqueeze(1))
        place = place.clone()
        place[begins == 8] = self.nowhere
        return self.minutes(torch.tanh(place)).squeeze(1)


torch.manual_seed(1)
net = Trips()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(20):
    begins = torch.randint(0, 9, (24,))
    loss = (net(begins) - begins.float()).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
