import torch
import torch.nn as nn
import torch.nn.functional as F

from reader import Reader


def main(steps=10):
    torch.manual_seed(0)
    reader = Reader(16, 5)
    net = nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 2))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    batch, labels = reader.next()
    for step in range(steps):
        x = torch.as_tensor(batch)  #~ untracked-write|shared-memory
        loss = F.cross_entropy(net(x), torch.tensor(labels))
        batch, labels = reader.next()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy


if __name__ == "__main__":
    main()
