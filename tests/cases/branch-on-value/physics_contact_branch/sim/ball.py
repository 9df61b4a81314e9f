class Ball:
    def __init__(self, position, velocity):
        self.position = position
        self.velocity = velocity

    def move(self, dt):
        self.position = self.position + dt * self.velocity

    def height(self):
        return self.position[1].item()  #! decoy
