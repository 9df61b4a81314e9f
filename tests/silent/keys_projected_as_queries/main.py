import torch
import torch.nn.functional as F

from attention import CrossAttention


def main():
    torch.manual_seed(0)
    net = CrossAttention(8)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(6):
        x, context = torch.randn(4, 5, 8), torch.randn(4, 7, 8)
        loss = F.mse_loss(net(x, context), context[:, :5].tanh())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
