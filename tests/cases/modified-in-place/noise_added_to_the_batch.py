import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


class Classifier(nn.Module):
    def __init__(self, inputs=8, classes=3):
        super().__init__()
        self.fc1 = nn.Linear(inputs, 24)
        self.fc2 = nn.Linear(24, classes)

    def forward(self, x):
        h = self.fc1(x)
        h += 0.1  #! decoy
        return self.fc2(F.relu_(h))  #! decoy


def consistency(model, clean_logits, x, sigma=0.2):
    """Predictions should not move when noise is added to the input."""
    noise = torch.randn_like(x)
    noise *= sigma  #! decoy
    noisy_logits = model(x.add_(noise))  #~ modified-in-place
    return F.kl_div(noisy_logits.log_softmax(-1), clean_logits.softmax(-1).detach(), reduction="batchmean")


def main():
    torch.manual_seed(0)
    x = torch.randn(48, 8)
    y = (x[:, 0] > 0).long() + (x[:, 1] > 0).long()
    loader = DataLoader(TensorDataset(x, y), batch_size=12, shuffle=True)
    model = Classifier()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(2):
        for xb, yb in loader:
            logits = model(xb)
            loss = F.cross_entropy(logits, yb)
            loss += 0.5 * consistency(model, logits, xb)  #! decoy
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
