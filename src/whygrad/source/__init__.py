"""Places in Python text: the running expression of a frame, whose code a frame is, what was assigned from what."""
