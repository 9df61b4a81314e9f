import torch
import torch.nn.functional as F

from siamese import Siamese


def main():
    torch.manual_seed(0)
    net = Siamese()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(6):
        x = torch.randn(16, 6)
        u, v = net(x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x))
        loss = (1 - F.cosine_similarity(u, v)).mean() + 0.1 * F.relu(1 - u.std(0)).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
