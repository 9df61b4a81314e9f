import torch.nn.functional as F


def to_python(values):
    """For the progress bar."""
    return {name: round(v.item(), 4) for name, v in values.items()}  #~ left-torch


class YoloLoss:
    def __init__(self, box=5.0, obj=1.0):
        self.box, self.obj = box, obj
        self.shown = None

    def __call__(self, out, target):
        losses = {
            "box": self.box * F.mse_loss(out[:, :4], target[:, :4]),
            "obj": self.obj * F.binary_cross_entropy_with_logits(out[:, 4], (target[:, 4] > 0.5).float()),  #! decoy
        }
        self.shown = losses = to_python(losses)
        return losses
