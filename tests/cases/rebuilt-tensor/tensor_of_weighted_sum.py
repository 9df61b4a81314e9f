import torch
import torch.nn as nn
import torch.nn.functional as F


class MultiTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(6, 10)
        self.depth = nn.Linear(10, 1)
        self.label = nn.Linear(10, 4)

    def forward(self, x):
        h = F.gelu(self.body(x))
        return self.depth(h).squeeze(-1), self.label(h)


def combined(depth, label, depth_gt, label_gt, weights):
    parts = [F.l1_loss(depth, depth_gt), F.cross_entropy(label, label_gt)]
    weights = torch.tensor(weights)  #! decoy
    parts = torch.tensor(parts)  #~ rebuilt-tensor
    return (weights * parts).sum(), parts


def main():
    torch.manual_seed(0)
    model = MultiTask()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(12, 6)
        depth, label = model(x)
        loss, parts = combined(depth, label, x.sum(dim=1), x[:, :4].argmax(dim=1), [1.0, 0.3])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), parts.tolist())  #! decoy


if __name__ == "__main__":
    main()
