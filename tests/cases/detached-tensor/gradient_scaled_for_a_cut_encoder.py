# file: main.py
import torch
import torch.nn.functional as F

from multimodal import Captioner


def clip_by_layer(model, limit):
    for name, p in model.named_parameters():
        norm = p.grad.norm()  #! decoy
        if norm > limit:
            p.grad.mul_(limit / norm)


def main():
    torch.manual_seed(0)
    model = Captioner()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        image, words = torch.randn(4, 10), torch.randint(0, 9, (4, 6))
        loss = F.cross_entropy(model(image, words[:, :-1]).flatten(0, 1), words[:, 1:].flatten())
        opt.zero_grad()
        loss.backward()
        clip_by_layer(model, 1.0)
        opt.step()
        print(step, loss.item())


main()
# file: multimodal.py
import torch
import torch.nn as nn


class Captioner(nn.Module):
    def __init__(self, vocab=9, dim=12):
        super().__init__()
        self.vision = nn.Sequential(nn.Linear(10, dim), nn.Tanh())
        self.embed, self.rnn, self.out = nn.Embedding(vocab, dim), nn.GRU(dim, dim, batch_first=True), nn.Linear(dim, vocab)

    def start(self, image):
        return self.vision(image).unsqueeze(0).data  #~ detached-tensor

    def forward(self, image, words):
        h, _ = self.rnn(self.embed(words), self.start(image))
        return self.out(h)
