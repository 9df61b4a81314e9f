"""What the program's text tells of one thing each: a store, a loop, a freezing, a Function."""
