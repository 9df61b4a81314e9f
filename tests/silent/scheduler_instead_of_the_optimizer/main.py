import torch
import torch.nn as nn

from fit import fit


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)  #! decoy
    plan = torch.optim.lr_scheduler.StepLR(opt, 10, 0.5)
    fit(net, opt, plan)


if __name__ == "__main__":
    main()
