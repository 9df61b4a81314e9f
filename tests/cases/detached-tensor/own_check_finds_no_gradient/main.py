import torch
import torch.nn.functional as F

from checks import require_gradients
from fusion import Fusion


def main():
    torch.manual_seed(0)
    net = Fusion()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        y = torch.randint(0, 2, (8,))
        logits, size = net(torch.randn(8, 8), torch.randn(8, 5))
        loss = F.cross_entropy(logits, y)
        opt.zero_grad()
        loss.backward()
        require_gradients(net)
        opt.step()
        print(step, loss.item(), size.mean().item())


main()
