import torch
import torch.nn.functional as F

from encoder import Encoder


def main():
    torch.manual_seed(0)
    model = Encoder(vocab=12, dim=16)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)  #~ stale-optimizer|made-in-forward|not-in-optimizer
    ids = torch.randint(0, 12, (32, 5))
    label = (ids[:, 0] < ids[:, -1]).long()
    for epoch in range(6):
        loss = F.cross_entropy(model(ids), label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())  #! decoy


if __name__ == "__main__":
    main()
