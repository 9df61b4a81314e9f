import torch
import torch.nn.functional as F

from quiet_textcnn import TextCNN


def main():
    torch.manual_seed(0)
    model = TextCNN()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    ids = torch.randint(0, 20, (32, 8))
    label = (ids > 15).any(1).long()
    for epoch in range(5):
        logits = model(ids)
        loss = F.cross_entropy(logits, label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), logits.max(1)[1].eq(label).float().mean().item())


if __name__ == "__main__":
    main()
