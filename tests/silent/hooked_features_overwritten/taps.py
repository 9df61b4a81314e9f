class Taps:
    """What some layers return, before their activation."""

    def __init__(self, *layers):
        self.seen = {}
        for number, layer in enumerate(layers):
            layer.register_forward_hook(lambda module, args, out, number=number: self.seen.update({number: out}))  #! decoy

    def spread(self):
        return sum(out.var() for out in self.seen.values())
