# file: main.py
import numpy as np
import torch
from torch import nn


class Smoother(nn.Module):
    """Frames go through an encoder one by one and are smoothed over time with a window of SciPy's kind."""

    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(6, 4)
        self.decoder = nn.Linear(4, 6)

    def smooth(self, frames):
        track = np.empty((len(frames), 4), dtype=np.float32)
        for t, frame in enumerate(frames):
            code = self.encoder(frame).tanh()
            np.copyto(track[t], code.data.numpy())  #~ left-torch|detached-tensor
        window = np.array([0.25, 0.5, 0.25], dtype=np.float32)
        columns = [np.convolve(track[:, k], window, mode="same") for k in range(4)]
        return torch.as_tensor(np.stack(columns, 1), dtype=torch.float32)

    def forward(self, frames):
        return self.decoder(self.smooth(frames))


torch.manual_seed(0)
model = Smoother()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
video = torch.randn(10, 6).cumsum(0)
for step in range(10):
    opt.zero_grad()
    loss = (model(video) - video).pow(2).mean()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import numpy as np
import torch
from torch import nn


class Smoother(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(6, 4)
        self.decoder = nn.Linear(4, 6)
        self.seen = np.empty((10, 4), dtype=np.float32)

    def forward(self, frames):
        codes = self.encoder(frames).tanh()
        np.copyto(self.seen, codes.detach().numpy())
        window = torch.from_numpy(np.array([0.25, 0.5, 0.25], dtype=np.float32))
        padded = nn.functional.pad(codes.t()[:, None], (1, 1))
        return self.decoder(nn.functional.conv1d(padded, window[None, None]).squeeze(1).t())


torch.manual_seed(0)
model = Smoother()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
video = torch.randn(10, 6).cumsum(0)
for step in range(10):
    opt.zero_grad()
    loss = (model(video) - video).pow(2).mean()
    loss.backward()
    opt.step()
print(loss.item(), model.seen.mean())
