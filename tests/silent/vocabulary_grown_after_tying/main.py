import torch
import torch.nn.functional as F

from lm import TinyLM


def main(steps=12):
    torch.manual_seed(0)
    net = TinyLM(30)
    net.resize(34)
    opt = torch.optim.AdamW(net.parameters(), lr=2e-3)
    for step in range(steps):
        x = torch.randint(0, 30, (8, 12))
        logits = net(x[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), x[:, 1:].flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
