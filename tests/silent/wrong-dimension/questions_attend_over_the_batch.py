# file: main.py
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
# file: reader.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Reader(nn.Module):
    def __init__(self, words=20, d=16, answers=4):
        super().__init__()
        self.words = nn.Embedding(words, d)
        self.rnn = nn.GRU(d, d, batch_first=True)
        self.out = nn.Linear(2 * d, answers)

    def forward(self, story, question):
        memory, _ = self.rnn(self.words(story))
        q = self.words(question)
        energy = torch.bmm(memory, q.unsqueeze(2)).squeeze(2)
        weights = F.softmax(energy, dim=0)  #~ wrong-dimension
        read = torch.bmm(weights.unsqueeze(1), memory).squeeze(1)
        return self.out(torch.cat([read, q], 1))
