class Callbacks(list):
    def __call__(self, event, *args):
        for callback in self:
            getattr(callback, f"on_{event}")(*args)


class Thaw:
    def __init__(self, module, at):
        self.module, self.at = module, at

    def on_step(self, step):
        if step == self.at:
            for p in self.module.parameters():
                p.requires_grad = True  #~ not-in-optimizer|stale-optimizer
