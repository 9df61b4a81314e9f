# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from smooth import roughness


def main(steps=10):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.Softplus(), nn.Linear(16, 1))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 4)
        fit = F.mse_loss(net(x), x[:, :1])
        rough = roughness(net, x)
        loss = fit + 0.5 * rough
        opt.zero_grad()  #! decoy
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, f"{fit.item():.4f} {rough.item():.4f}")


if __name__ == "__main__":
    main()
# file: smooth.py
def roughness(net, x):
    """How fast the output moves with the input."""
    x = x.clone().requires_grad_(True)  #! decoy
    net(x).sum().backward(retain_graph=True)  #~ missing-create-graph
    return x.grad.pow(2).sum(1).mean()  #~ missing-create-graph
