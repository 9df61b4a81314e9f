import torch
import torch.nn.functional as F

from tasks import Balancer, MultiTask


def main():
    torch.manual_seed(0)
    net, balance = MultiTask(), Balancer()
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    history = []
    for step in range(4):
        x = torch.randn(16, 10)
        depth, normal = net(x)
        losses = {
            "depth": F.l1_loss(depth, x[:, :1].abs()),
            "normal": (1 - F.cosine_similarity(normal, x[:, 1:4])).mean(),
        }
        history.append({k: float(v) for k, v in losses.items()})  #! decoy
        loss = balance(losses)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, history[-1])


main()
