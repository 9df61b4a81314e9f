import torch
import torch.nn.functional as F

from clip import PromptTuner


def main():
    torch.manual_seed(0)
    net = PromptTuner()
    opt = torch.optim.SGD([net.context], lr=0.1)
    for step in range(4):
        x, y = torch.randn(8, 12), torch.randint(0, 4, (8,))
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
