import torch
import torch.nn.functional as F

from reader import Reader


def main(steps=10):
    torch.manual_seed(0)
    net = Reader()
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for step in range(steps):
        story, question = torch.randint(0, 20, (12, 9)), torch.randint(0, 20, (12,))
        answer = (story[:, 0] + question) % 4
        loss = F.cross_entropy(net(story, question), answer)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
