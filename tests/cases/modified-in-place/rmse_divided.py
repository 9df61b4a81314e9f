import torch
import torch.nn as nn


class RMSE(nn.Module):
    def __init__(self, scale, eps=1e-6):
        super().__init__()
        self.scale, self.eps = scale, eps

    def forward(self, prediction, target):
        error = prediction - target
        error *= 1.0  #! decoy
        rmse = torch.sqrt(error.pow(2).mean(0) + self.eps)
        rmse /= self.scale  #~ modified-in-place
        return rmse.sum()


def main():
    torch.manual_seed(0)
    x = torch.randn(40, 3)
    y = torch.stack([x.sum(1), 100 * x.prod(1)], dim=1)
    scale = y.std(0)
    scale += 1e-3  #! decoy
    model = nn.Sequential(nn.Linear(3, 16), nn.ReLU(inplace=True), nn.Linear(16, 2))  #! decoy
    criterion = RMSE(scale)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(2):
        total = 0.0
        for rows in torch.randperm(40).split(10):
            loss = criterion(model(x[rows]), y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()  #! decoy
        print(epoch, total)


if __name__ == "__main__":
    main()
