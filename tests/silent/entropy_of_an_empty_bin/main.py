import torch

from aligner import Aligner
from information import mutual_information


def main(steps=8):
    torch.manual_seed(0)
    net = Aligner()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(steps):
        fixed, moving = torch.rand(64, 8), torch.rand(64, 8)
        warped = net(moving)
        loss = -mutual_information(fixed, warped) + 0.1 * (warped - moving).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
