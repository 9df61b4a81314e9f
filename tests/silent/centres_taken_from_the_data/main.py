import torch

from dec import Clustering, target_distribution


def main(steps=12):
    torch.manual_seed(0)
    data = torch.randn(60, 6) + torch.randint(0, 3, (60, 1)) * 2.0
    net = Clustering(data, clusters=3)
    opt = torch.optim.SGD(net.parameters(), lr=0.5)
    for step in range(steps):
        q = net(data)
        p = target_distribution(q.detach())  #! decoy
        loss = (p * (p.log() - q.log())).sum(1).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, round(loss.item(), 4), q.argmax(1).bincount(minlength=3).tolist())


if __name__ == "__main__":
    main()
