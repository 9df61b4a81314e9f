# file: main.py
import torch
import torch.nn.functional as F
from torch import nn

from identity import FaceEncoder


def main():
    torch.manual_seed(0)
    encoder = FaceEncoder()
    portrait = torch.rand(1, 40)
    anchor = encoder(portrait)  #~ backward-twice
    editor = nn.Linear(40, 40)
    optimizer = torch.optim.Adam(editor.parameters(), lr=0.01)
    for step in range(4):
        edited = portrait + editor(portrait)
        drift = F.mse_loss(encoder(edited), anchor)
        loss = drift + (edited.mean() - 0.7).pow(2)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: identity.py
import torch
from torch import nn


class FaceEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(40, 24), nn.ReLU(), nn.Linear(24, 8))

    def forward(self, image):
        code = self.body(image)
        return code / code.norm(dim=-1, keepdim=True)  #! decoy
