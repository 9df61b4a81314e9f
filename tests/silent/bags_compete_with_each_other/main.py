import torch
import torch.nn.functional as F

from mil import AttentionMIL


def main(steps=12):
    torch.manual_seed(0)
    net = AttentionMIL()
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for step in range(steps):
        bags = torch.randn(16, 10, 8)
        y = (bags[:, :, 0].max(1).values > 1.5).float()  #! decoy
        logit, weights = net(bags)
        loss = F.binary_cross_entropy_with_logits(logit, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, round(loss.item(), 4), round(weights.max().item(), 3))


if __name__ == "__main__":
    main()
