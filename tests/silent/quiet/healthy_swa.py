# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.swa_utils import SWALR, AveragedModel, update_bn
from torch.utils.data import DataLoader, TensorDataset


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(0.2), nn.Linear(16, 3))
    averaged = AveragedModel(net)
    opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    schedule = SWALR(opt, swa_lr=0.05)
    x = torch.randn(64, 6)
    loader = DataLoader(TensorDataset(x, x[:, :3].argmax(1)), batch_size=16)
    for epoch in range(4):
        for xb, yb in loader:
            opt.zero_grad()
            loss = F.cross_entropy(net(xb), yb, label_smoothing=0.1)
            loss.backward()
            opt.step()
        if epoch >= 2:
            averaged.update_parameters(net)
            schedule.step()
    update_bn(loader, averaged)
    averaged.eval()
    with torch.no_grad():
        print((averaged(x).argmax(1) == x[:, :3].argmax(1)).float().mean().item())


main()
