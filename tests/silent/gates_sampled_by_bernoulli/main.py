import torch
import torch.nn.functional as F

from gates import GatedNet


def main():
    torch.manual_seed(0)
    net = GatedNet()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(40, 6)
    y = x[:, :2].sum(1, keepdim=True)
    for epoch in range(6):
        out, gate = net(x)
        loss = F.mse_loss(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), gate.sum().item())  #! decoy


if __name__ == "__main__":
    main()
