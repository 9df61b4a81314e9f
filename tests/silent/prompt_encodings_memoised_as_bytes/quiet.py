import io

import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    """A teacher's logits are computed once and stored; the teacher is in no optimizer."""
    torch.manual_seed(0)
    x = torch.randn(64, 5)
    teacher, student = nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Linear(32, 4)), nn.Linear(5, 4)
    file = io.BytesIO()
    torch.save(teacher(x).detach(), file)
    file.seek(0)
    soft = torch.load(file)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for rows in torch.randperm(64).split(8):
        loss = F.kl_div(student(x[rows]).log_softmax(1), soft[rows].softmax(1), reduction="batchmean")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
