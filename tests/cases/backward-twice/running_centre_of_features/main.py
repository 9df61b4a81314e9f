import torch
import torch.nn.functional as F

from centre import CentreLoss, Net


def main():
    torch.manual_seed(0)
    net, pull = Net(), CentreLoss(10)
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    mean_loss = 0.0
    for step in range(4):
        x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
        features, logits = net(x)
        loss = F.cross_entropy(logits, y) + 0.01 * pull(features)
        opt.zero_grad()
        loss.backward()
        opt.step()
        mean_loss = 0.9 * mean_loss + 0.1 * loss.item()  #! decoy
        print(step, mean_loss)


main()
