class Saliency:
    latest = 0.0

    def attach(self, hidden):
        hidden.register_hook(self.keep)

    def keep(self, gradient):
        self.latest = gradient.pow_(2).mean().item()  #~ hook-result
