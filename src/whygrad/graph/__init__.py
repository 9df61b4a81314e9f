"""The uncut graph and its questions: how does what should learn reach the loss, and what stops the gradient there."""
