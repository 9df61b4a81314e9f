class Bar:
    def __init__(self):
        self.text = ""

    def show(self, name, value, digits=4):
        """Shows a value and returns it as it was shown."""
        shown = f"{value:.{digits}f}"  #~ left-torch
        self.text += f"{name}={shown} "
        return float(shown)
