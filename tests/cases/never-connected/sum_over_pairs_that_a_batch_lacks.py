import torch
from torch import nn


class Matcher(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(4, 1)

    def forward(self, x, pairs):
        terms = [self.score(x[i] - x[j]).square() for i, j in pairs]
        return sum(terms)  #~ never-connected


torch.manual_seed(0)
net = Matcher()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for pairs in ([(0, 1), (1, 2)], [(2, 0)], []):
    loss = net(torch.randn(3, 4), pairs)  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
