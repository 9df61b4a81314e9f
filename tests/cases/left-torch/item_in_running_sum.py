import torch
import torch.nn as nn
import torch.nn.functional as F


class Seq2Seq(nn.Module):
    def __init__(self, vocab=10, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.encoder = nn.GRU(dim, dim, batch_first=True)
        self.decoder = nn.GRUCell(dim, dim)
        self.out = nn.Linear(dim, vocab)

    def decode(self, source, target):
        _, state = self.encoder(self.embed(source))
        state = state[0]
        for t in range(target.size(1) - 1):
            state = self.decoder(self.embed(target[:, t]), state)
            yield self.out(state), target[:, t + 1]


def sequence_loss(model, source, target):
    loss, correct, count = 0, 0, 0
    for logits, wanted in model.decode(source, target):
        loss += F.cross_entropy(logits, wanted).item()  #~ left-torch
        correct += (logits.argmax(dim=1) == wanted).sum().item()  #! decoy
        count += wanted.numel()
    return loss, correct / count


def main():
    torch.manual_seed(0)
    model = Seq2Seq()
    optimizer = torch.optim.Adam(model.parameters())
    source = torch.randint(0, 10, (5, 6))
    target = source.flip(1)
    for step in range(3):
        loss, accuracy = sequence_loss(model, source, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss, accuracy)


if __name__ == "__main__":
    main()
