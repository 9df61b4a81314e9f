"""What one watcher sees for one cause: a module each, of the watcher's name."""
