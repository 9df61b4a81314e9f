import torch
import torch.nn.functional as F

from convlstm import ConvLSTM


def main():
    torch.manual_seed(0)
    net = ConvLSTM(1, 4)
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(5):
        clip = torch.rand(2, 4, 1, 6, 6)
        loss = F.mse_loss(net(clip[:, :-1]), clip[:, -1])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
