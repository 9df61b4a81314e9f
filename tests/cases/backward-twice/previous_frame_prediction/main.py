import torch
import torch.nn as nn

from video import FlickerLoss, FrameNet


def main():
    torch.manual_seed(0)
    net, flicker = FrameNet(), FlickerLoss(0.1)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    video = torch.rand(5, 2, 1, 6, 6)
    for index, frame in enumerate(video):
        prediction = net(frame)
        loss = nn.functional.mse_loss(prediction, frame)
        loss = loss + flicker(prediction)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(index, loss.item())


if __name__ == "__main__":
    main()
