class Stages:
    """The backbone sleeps in the first epochs."""

    def __init__(self, model, unfreeze_at):
        self.model, self.at = model, unfreeze_at
        model.backbone.requires_grad_(False)  #! decoy

    def begin(self, epoch):
        if epoch == self.at:
            self.model.backbone.requires_grad_(True)  #~ not-in-optimizer|stale-optimizer|frozen-parameter
