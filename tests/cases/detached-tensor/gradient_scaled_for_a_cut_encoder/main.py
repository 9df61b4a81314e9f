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
