import torch
import torch.nn as nn


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 8)
        self.b = nn.Linear(8, 1)

    def forward(self, x):
        return self.b(torch.sigmoid(self.a(x)))


def run_epoch(model, batches, optimizer=None):
    total = 0.0
    if optimizer is None:
        model.eval()
        torch.set_grad_enabled(False)  #~ grad-disabled
    else:
        model.train()
    for x, y in batches:
        loss = nn.functional.mse_loss(model(x), y)
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item()  #! decoy
    return total / len(batches)


def batches(n):
    out = []
    for _ in range(n):
        x = torch.randn(8, 4)
        out.append((x, x.prod(dim=1, keepdim=True)))
    return out


def main():
    torch.manual_seed(0)
    model = Regressor()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    train, valid = batches(4), batches(2)
    for epoch in range(3):
        print(epoch, "train", run_epoch(model, train, optimizer))
        print(epoch, "valid", run_epoch(model, valid))


if __name__ == "__main__":
    main()
