# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def features():
    return nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 4, 3, padding=1))


def main():
    torch.manual_seed(0)
    content, style = features(), features()
    mix = nn.Conv2d(8, 1, 1)
    taken = {}

    def keep(name):
        def hook(module, inputs, out):
            taken[name] = out

        return hook

    content[2].register_forward_hook(keep("content"))
    content[2].register_forward_hook(keep("style"))  #~ idle-parameter
    opt = torch.optim.Adam([*content.parameters(), *style.parameters(), *mix.parameters()], lr=1e-2)
    for step in range(5):
        image, painting = torch.rand(2, 1, 8, 8), torch.rand(2, 1, 8, 8)
        style(painting)
        content(image)
        loss = F.mse_loss(mix(torch.cat([taken["content"], taken["style"]], 1)), 0.5 * (image + painting))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def features():
    return nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 4, 3, padding=1))


def main():
    torch.manual_seed(0)
    content, style = features(), features()
    mix = nn.Conv2d(8, 1, 1)
    taken = {}

    def keep(name):
        def hook(module, inputs, out):
            taken[name] = out

        return hook

    content[2].register_forward_hook(keep("content"))
    style[2].register_forward_hook(keep("style"))
    opt = torch.optim.Adam([*content.parameters(), *style.parameters(), *mix.parameters()], lr=1e-2)
    for step in range(5):
        image, painting = torch.rand(2, 1, 8, 8), torch.rand(2, 1, 8, 8)
        style(painting)
        content(image)
        loss = F.mse_loss(mix(torch.cat([taken["content"], taken["style"]], 1)), 0.5 * (image + painting))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
