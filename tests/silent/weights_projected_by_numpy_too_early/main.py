import torch

from mixture import Mixture, project_rows


def main(steps=12):
    torch.manual_seed(0)
    net = Mixture(10, 5)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.rand(32, 10)
        y = x[:, :3].sum(1, keepdim=True)
        out = net(x)
        loss = (out - y).pow(2).mean()
        opt.zero_grad()
        project_rows(net.mix.weight.detach().numpy())  #~ untracked-write
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, round(loss.item(), 4))  #! decoy


if __name__ == "__main__":
    main()
