import torch
import torch.nn.functional as F

from yolo import Head


def main():
    torch.manual_seed(0)
    head = Head()
    opt = torch.optim.Adam(head.parameters(), lr=1e-3)
    for step in range(3):
        feat, box = torch.randn(2, 8, 4, 4), torch.rand(2, 4, 4, 4)
        out = head(feat)
        loss = F.mse_loss(out[..., :4], box) + F.binary_cross_entropy(out[..., 4], (box[..., 0] > 0.5).float())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
