# file: main.py
import torch
import torch.nn as nn

from scoring import squared, weigh

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(5, 24), nn.Tanh(), nn.Linear(24, 3))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(10):
    x = torch.randn(32, 5)
    reliable = torch.rand(32)
    error = squared(net(x), x[:, :3].sin())
    loss = weigh(error, reliable)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())  #! decoy
# file: scoring.py
def squared(guess, truth):
    return (guess - truth).pow(2).sum(-1, keepdim=True)


def weigh(error, reliable):
    return (error * reliable).sum() / reliable.sum()  #~ broadcast-loss
# file: quiet.py
import torch
import torch.nn as nn

from scoring import squared

# Each sample by its own weight, and a table of all pairs that is meant: it is squashed before it is summed up.
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(5, 24), nn.Tanh(), nn.Linear(24, 3))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(10):
    x = torch.randn(32, 5)
    reliable = torch.rand(32)
    error = squared(net(x), x[:, :3].sin())
    pairs = torch.sigmoid(net(x).norm(dim=-1, keepdim=True) * reliable)
    loss = (error.squeeze(-1) * reliable).sum() / reliable.sum() + 0.1 * pairs.mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
