"""What is private in torch or differs between its versions, and patching with its undo."""
