# file: main.py
import numpy as np
import torch
import torch.nn as nn


class Bidder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.bid, self.worth = nn.Linear(3, 16), nn.Linear(16, 2), nn.Linear(3, 1)

    def choose(self, lot):
        middle = torch.tanh(self.bid(torch.relu(self.body(lot))))
        scaled = middle.detach().numpy() * np.array([3.0, 2.0], dtype=np.float32)  #~ left-torch
        spread = torch.distributions.Normal(torch.as_tensor(scaled), torch.full((2,), 0.3))
        bid = spread.sample()  #! decoy
        return bid, spread.log_prob(bid).sum()


torch.manual_seed(0)
bidder = Bidder()
optimizer = torch.optim.Adam(bidder.parameters(), lr=1e-2)
for auction in range(12):
    lot = torch.randn(3)
    bid, log_prob = bidder.choose(lot)
    gain = -float(((bid - lot[:2]) ** 2).sum())
    surprise = gain - bidder.worth(lot).squeeze()
    loss = surprise**2 - log_prob * surprise.detach()  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn


class Bidder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.bid, self.worth = nn.Linear(3, 16), nn.Linear(16, 2), nn.Linear(3, 1)

    def choose(self, lot):
        middle = torch.tanh(self.bid(torch.relu(self.body(lot))))
        spread = torch.distributions.Normal(middle * torch.tensor([3.0, 2.0]), torch.full((2,), 0.3))
        bid = spread.sample()
        return bid.numpy(), spread.log_prob(bid).sum()


torch.manual_seed(0)
bidder = Bidder()
optimizer = torch.optim.Adam(bidder.parameters(), lr=1e-2)
for auction in range(12):
    lot = torch.randn(3)
    bid, log_prob = bidder.choose(lot)
    gain = -float(((bid - lot[:2].numpy()) ** 2).sum())
    surprise = gain - bidder.worth(lot).squeeze()
    loss = surprise**2 - log_prob * surprise.detach()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
