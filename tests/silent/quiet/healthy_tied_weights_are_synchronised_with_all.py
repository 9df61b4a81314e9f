# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.out = nn.Embedding(12, 6), nn.Linear(6, 12, bias=False)
        self.out.weight = self.embed.weight

    def forward(self, ids):
        return self.out(self.embed(ids).mean(1))


def main():
    torch.manual_seed(0)
    net, target = Tied(), Tied()
    target.load_state_dict(net.state_dict())
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(8):
        ids = torch.randint(0, 12, (8, 3))
        loss = F.cross_entropy(net(ids), ids[:, 0])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            for t, p in zip(target.parameters(), net.parameters()):
                t.copy_(p)
            target.out.weight.copy_(target.embed.weight)
    print(loss.item())


main()
