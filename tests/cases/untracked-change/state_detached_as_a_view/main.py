import torch
import torch.nn.functional as F

from stream import Streamer


def main():
    torch.manual_seed(0)
    model = Streamer(3, 8)
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    signal = torch.randn(60, 2, 3).cumsum(0) * 0.1
    state = model.start(2)
    for chunk in signal.split(10):
        out, state = model(chunk[:-1], state)
        loss = F.mse_loss(out, chunk[1:])
        opt.zero_grad()
        loss.backward()
        opt.step()
        state = model.forget(state)
        print(loss.item())


main()
