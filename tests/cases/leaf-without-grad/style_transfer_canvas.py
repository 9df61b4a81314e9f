# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from vgg import extract_features, tiny_vgg


def gram(feature):
    n, c, h, w = feature.shape
    flat = feature.view(n, c, h * w)
    return flat @ flat.transpose(1, 2) / (c * h * w)


def transfer(content, style, steps=4):
    vgg = tiny_vgg()
    with torch.no_grad():  #! decoy
        wanted_content = extract_features(vgg, content)[-1]
        wanted_grams = [gram(f) for f in extract_features(vgg, style)]
    canvas = content.clone()  #~ leaf-without-grad
    optimizer = torch.optim.Adam([canvas], lr=0.02)  #~ leaf-without-grad
    for step in range(steps):
        features = extract_features(vgg, canvas)
        loss = F.mse_loss(features[-1], wanted_content)
        loss = loss + 10 * sum(F.mse_loss(gram(f), g) for f, g in zip(features, wanted_grams))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        canvas.data.clamp_(0, 1)  #! decoy
        print(step, loss.item())
    return canvas


def main():
    torch.manual_seed(0)
    transfer(torch.rand(1, 3, 12, 12), torch.rand(1, 3, 12, 12))


if __name__ == "__main__":
    main()
# file: vgg.py
import torch.nn as nn


def tiny_vgg():
    net = nn.Sequential(
        nn.Conv2d(3, 6, 3, padding=1), nn.ReLU(), nn.AvgPool2d(2),
        nn.Conv2d(6, 8, 3, padding=1), nn.ReLU(),
    ).eval()
    for p in net.parameters():
        p.requires_grad_(False)  #! decoy
    return net


def extract_features(net, image):
    features = []
    for layer in net:
        image = layer(image)
        if isinstance(layer, nn.ReLU):
            features.append(image)
    return features
