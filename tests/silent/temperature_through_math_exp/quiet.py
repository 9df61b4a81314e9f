import torch
import torch.nn.functional as F

from quiet_metric import MetricNet


def main():
    torch.manual_seed(0)
    net = MetricNet(8, 5)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(50, 8)
    y = x[:, :5].argmax(1)
    for step in range(6):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.3f} t={net.log_t.item():.3f}")


if __name__ == "__main__":
    main()
