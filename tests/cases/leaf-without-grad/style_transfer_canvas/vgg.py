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
