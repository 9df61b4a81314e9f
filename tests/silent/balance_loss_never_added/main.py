import torch
import torch.nn.functional as F

from model import Counter


def main():
    torch.manual_seed(0)
    model = Counter()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    x = torch.randn(32, 6)
    y, total = x[:, :3].argmax(1), (x > 0).sum(1, keepdim=True).float()
    for epoch in range(6):
        logits = model(x, total)
        loss = F.cross_entropy(logits, y)  #~ unused-input|unused-parameters|never-connected|idle-parameter|loss-left-out
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), model.count_loss.item())  #! decoy


if __name__ == "__main__":
    main()
