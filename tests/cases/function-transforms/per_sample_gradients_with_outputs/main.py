import torch
import torch.nn as nn

from dp import private_gradients


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 3))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(3):
        x, y = torch.randn(16, 5), torch.randint(0, 3, (16,))
        grads, logits = private_gradients(net, x, y)
        for name, p in net.named_parameters():
            p.grad = grads[name] + 0.01 * torch.randn_like(p)
        opt.step()
        print(step, logits.argmax(1).eq(y).float().mean().item())


main()
