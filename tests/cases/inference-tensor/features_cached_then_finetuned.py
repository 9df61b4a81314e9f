import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


def backbone():
    return nn.Sequential(nn.Linear(10, 16), nn.ReLU(inplace=True), nn.Linear(16, 8)).eval()  #! decoy


@torch.inference_mode()  #~ inference-tensor
def extract(net, loader):
    features, labels = [], []
    for x, y in loader:
        features.append(net(x))
        labels.append(y)
    return torch.cat(features), torch.cat(labels)  #~ inference-tensor


def accuracy(head, features, labels):
    with torch.inference_mode():  #! decoy
        return (head(features).argmax(1) == labels).float().mean().item()


def main():
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(48, 10), torch.randint(0, 3, (48,)))
    features, labels = extract(backbone(), DataLoader(data, batch_size=16))  #~ inference-tensor
    head = nn.Linear(8, 3)
    print("start", accuracy(head, features, labels))
    optimizer = torch.optim.Adam(head.parameters(), lr=1e-2)
    for epoch in range(3):
        loss = nn.functional.cross_entropy(head(features), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), accuracy(head, features, labels))


if __name__ == "__main__":
    main()
