# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset


class Trips(Dataset):
    """Stations of trips, filled up in front."""

    def __init__(self, number=160, stations=9, longest=7):
        self.stations, self.longest = stations, longest
        self.rows = []
        for _ in range(number):
            start, size = int(torch.randint(0, stations, ())), int(torch.randint(3, longest + 1, ()))
            self.rows.append([(start + 2 * k) % stations for k in range(size)])

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, at):
        row = self.rows[at]
        return torch.tensor([0] * (self.longest - len(row)) + row), torch.tensor(float(len(row)))


class Duration(nn.Module):
    def __init__(self, stations):
        super().__init__()
        options = dict(num_embeddings=stations + 1, embedding_dim=8, padding_idx=0)
        self.station = nn.Embedding(**options)  #~ ignored-row
        self.read = nn.LSTM(8, 8, batch_first=True)
        self.out = nn.Linear(8, 1)

    def forward(self, trip):
        return self.out(self.read(self.station(trip))[0][:, -1]).squeeze(1)


def main():
    torch.manual_seed(0)
    trips = Trips()
    net = Duration(trips.stations)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for epoch in range(4):
        for trip, minutes in DataLoader(trips, batch_size=20, shuffle=True):
            loss = F.mse_loss(net(trip), minutes)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, round(loss.item(), 4))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
station, read, out = nn.Embedding(11, 8, padding_idx=0), nn.LSTM(8, 8, batch_first=True), nn.Linear(8, 1)
optimizer = torch.optim.Adam([*station.parameters(), *read.parameters(), *out.parameters()], lr=1e-2)
for step in range(32):
    trip = torch.randint(1, 11, (20, 7))
    minutes = torch.randint(3, 8, (20,))
    trip[torch.arange(7) < 7 - minutes[:, None]] = 0
    loss = F.mse_loss(out(read(station(trip))[0][:, -1]).squeeze(1), minutes.float())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(round(loss.item(), 4))
