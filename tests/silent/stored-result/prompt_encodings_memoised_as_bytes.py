# file: main.py
import io

import torch
import torch.nn as nn
import torch.nn.functional as F


class PromptCache:
    """Encodes each prompt once; later calls get the bytes back."""

    def __init__(self, encoder):
        self.encoder, self.blobs = encoder, {}

    def __getitem__(self, prompt):
        if prompt not in self.blobs:
            blob = io.BytesIO()
            torch.save(self.encoder(F.one_hot(torch.tensor(prompt), 6).float()), blob)
            self.blobs[prompt] = blob.getvalue()
        return torch.load(io.BytesIO(self.blobs[prompt]))


class Denoiser(nn.Module):
    def __init__(self, d=9, context=7):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(d + context, 32), nn.GELU(), nn.Linear(32, d))

    def forward(self, x, context):
        return self.body(torch.cat([x, context.expand(len(x), -1)], dim=1))  #~ stored-result


def main():
    torch.manual_seed(0)
    encoder, denoiser = nn.Linear(6, 7), Denoiser()
    optimizer = torch.optim.SGD([*encoder.parameters(), *denoiser.parameters()], lr=0.05)
    cache = PromptCache(encoder)
    for step in range(12):
        x = torch.randn(8, 9)
        noise = torch.randn_like(x)
        loss = F.mse_loss(denoiser(x + noise, cache[step % 6]), noise)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
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
