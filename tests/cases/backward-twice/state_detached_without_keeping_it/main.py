import torch
import torch.nn.functional as F

from lm import CharModel, chunks


def main():
    torch.manual_seed(0)
    net = CharModel()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    text = torch.randint(0, 10, (3, 31))
    h = None
    for i, (x, y) in enumerate(chunks(text, 6)):
        if h is not None:
            h.detach()  #~ backward-twice
        logits, h = net(x, h)  #~ backward-twice
        loss = F.cross_entropy(logits.transpose(1, 2), y)
        opt.zero_grad()
        loss.backward()  #! decoy
        opt.step()
        print(i, loss.item())


main()
