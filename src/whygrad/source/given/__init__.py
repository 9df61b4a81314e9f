"""What a call was given: through a constructor, by a method, from an iterator that has nothing left."""
