import torch
import torch.nn as nn

from iqn import QuantileNet, quantile_huber


def main(steps=10):
    torch.manual_seed(0)
    net, target = QuantileNet(), QuantileNet()
    target.load_state_dict(net.state_dict())
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(steps):
        s, s2, r = torch.randn(8, 4), torch.randn(8, 4), torch.randn(8, 1)
        q, tau = net(s)
        with torch.no_grad():
            wanted = r + 0.9 * target(s2)[0]
        loss = quantile_huber(q, wanted, tau)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
