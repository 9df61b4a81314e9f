import torch
import torch.nn as nn


class RandomFourier:
    """Fixed random features, written to one scratch buffer to save memory."""

    def __init__(self, inputs, features, rows):
        self.basis = torch.randn(inputs, features)
        self.scratch = torch.empty(rows, features)

    def __call__(self, x):
        torch.matmul(x, self.basis, out=self.scratch)  #~ modified-in-place
        return self.scratch.cos_()  #~ modified-in-place


def evaluate(model, features, x, y, rows):
    with torch.no_grad():
        errors = torch.zeros(len(x))
        for i in range(0, len(x), rows):
            errors[i:i + rows] = (model(features(x[i:i + rows])).squeeze(-1) - y[i:i + rows]).abs()  #! decoy
    return errors.mean().item()


def main():
    torch.manual_seed(0)
    rows = 8
    features = RandomFourier(3, 20, rows)
    model = nn.Sequential(nn.Linear(20, 16), nn.ReLU(inplace=True), nn.Linear(16, 1))  #! decoy
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.rand(32, 3)
    y = x.sum(1).sin()
    print("before", evaluate(model, features, x, y, rows))
    for epoch in range(2):
        loss = 0
        for i in range(0, 32, rows):
            pred = model(features(x[i:i + rows])).squeeze(-1)
            loss += nn.functional.mse_loss(pred, y[i:i + rows])  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
