class Heatmaps:
    """Keeps one picture of the attention for every step."""

    def __init__(self):
        self.pictures = []

    def add(self, attention):
        picture = attention.detach().cpu().numpy()  #~ untracked-write|untracked-change|shared-memory
        picture -= picture.min()  #~ untracked-write|untracked-change|shared-memory
        picture /= picture.max() + 1e-8  #~ untracked-write|untracked-change|shared-memory
        self.pictures.append(picture.copy())  #! decoy
