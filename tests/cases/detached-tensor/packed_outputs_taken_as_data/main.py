import torch
import torch.nn.functional as F

from tagger import Tagger, real_tokens


def batch(gen):
    lengths = torch.randint(2, 7, (6,), generator=gen)
    ids = torch.randint(0, 20, (6, int(lengths.max())), generator=gen)
    labels = ids % 4
    for row, n in enumerate(lengths.tolist()):
        labels[row, n:] = -100
    return ids, labels, lengths


def main():
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(1)
    net = Tagger()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-2)
    for step in range(4):
        ids, labels, lengths = batch(gen)
        scores, wanted = real_tokens(net(ids, lengths), labels)
        loss = F.cross_entropy(scores, wanted)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
