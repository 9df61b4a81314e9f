import torch


class ChannelAblation:
    """Switches single channels of a layer off while it is registered."""

    def __init__(self, layer, channels):
        self.channels = torch.as_tensor(channels)
        self.calls = torch.zeros(())
        self.handle = layer.register_forward_hook(self.apply)

    def apply(self, layer, inputs, output):
        self.calls += 1  #! decoy
        output[:, self.channels] = 0.0  #~ modified-in-place

    def remove(self):
        self.handle.remove()


class Recorder:
    def __init__(self, layer):
        self.mean = None
        layer.register_forward_hook(self.record)

    def record(self, layer, inputs, output):
        with torch.no_grad():
            self.mean = output.mean(0)
            self.mean.mul_(0.9)  #! decoy
