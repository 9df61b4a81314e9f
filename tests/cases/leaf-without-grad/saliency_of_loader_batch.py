import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


class TabularNet(nn.Module):
    def __init__(self, n=7):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n, 12), nn.ELU(), nn.Linear(12, 1))

    def forward(self, x):
        return self.net(x).squeeze(-1)


class SaliencyMap:
    def __init__(self, model):
        self.model = model.eval()

    def __call__(self, batch):
        batch = batch.float()  #~ leaf-without-grad
        score = self.model(batch)
        grads = torch.autograd.grad(score.sum(), batch)[0]
        return grads.abs().mean(dim=0)


def main():
    torch.manual_seed(0)
    model = TabularNet()
    x = torch.randn(24, 7)
    y = x[:, 0] - 2 * x[:, 3]
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    loader = DataLoader(TensorDataset(x, y), batch_size=8)
    for xb, yb in loader:
        loss = nn.functional.mse_loss(model(xb), yb)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())  #! decoy
    for p in model.parameters():
        p.requires_grad = False  #! decoy
    saliency = SaliencyMap(model)
    for xb, _ in loader:  #~ leaf-without-grad
        print([round(v, 3) for v in saliency(xb).tolist()])


if __name__ == "__main__":
    main()
