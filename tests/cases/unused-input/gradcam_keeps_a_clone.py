import torch
import torch.nn as nn
import torch.nn.functional as F


class Recorder:
    """Keeps what a layer put out, for the time of a `with`."""

    def __init__(self, layer):
        self.layer, self.kept = layer, []

    def __enter__(self):
        self.handle = self.layer.register_forward_hook(self)
        return self

    def __call__(self, module, inputs, output):
        self.kept.append(output.clone())  #~ unused-input

    def __exit__(self, *exc):
        self.handle.remove()

    @property
    def last(self):
        return self.kept[-1]


class GradCAM:
    def __init__(self, net, layer):
        self.net, self.layer = net, layer

    def explain(self, image, target=None):
        with Recorder(self.layer) as recorder:
            logits = self.net(image)
        target = logits.argmax(dim=1).item() if target is None else target  #! decoy
        (gradient,) = torch.autograd.grad(logits[:, target].sum(), recorder.last)
        weights = gradient.mean(dim=(2, 3), keepdim=True)
        heat = F.relu((weights * recorder.last).sum(dim=1)).detach()  #! decoy
        return heat / heat.max().clamp_min(1e-8)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(
        nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(),
        nn.Conv2d(4, 8, 3, padding=1), nn.ReLU(),
        nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(32, 3),
    ).eval()
    cam = GradCAM(net, net[2])
    for image in torch.rand(3, 1, 1, 10, 10):
        print(cam.explain(image).mean().item())


if __name__ == "__main__":
    main()
