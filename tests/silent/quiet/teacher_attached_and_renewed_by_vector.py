# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import parameters_to_vector, vector_to_parameters

# A student learns from a slower copy of itself, which is in no optimizer and which nobody froze.


class Tagger(nn.Module):
    def __init__(self, words=30, width=12, tags=4):
        super().__init__()
        self.table = nn.Embedding(words, width)
        self.out = nn.Linear(width, tags)

    def forward(self, words):
        return self.out(torch.tanh(self.table(words)))


def main():
    torch.manual_seed(0)
    student, teacher = Tagger(), Tagger()
    vector_to_parameters(parameters_to_vector(student.parameters()).detach().clone(), teacher.parameters())
    optimizer = torch.optim.SGD(student.parameters(), lr=0.3)
    for step in range(36):
        words = torch.randint(30, (16, 5))
        scores = student(words)
        wanted = F.cross_entropy(scores.flatten(0, 1), words.flatten() % 4)
        near = F.kl_div(F.log_softmax(scores, -1), F.softmax(teacher(words), -1), reduction="batchmean")
        optimizer.zero_grad()
        (wanted + 0.1 * near).backward()
        optimizer.step()
        if step % 12 == 11:
            mixed = 0.5 * parameters_to_vector(teacher.parameters()) + 0.5 * parameters_to_vector(student.parameters())
            vector_to_parameters(mixed.detach(), teacher.parameters())
    print(wanted.item())


main()
